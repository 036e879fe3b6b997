import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { backgroundPlate } from './background';
import type { Scene } from '../../../model/scene';

const [WIDTH, HEIGHT] = [132, 200];
const [FROM, TO] = [52, 80];

/** What stands behind the person: bricks, a pale wall, a dark car with bright windows, a street. */
function behind(x: number, y: number): [number, number, number] {
  const noise = (x * 7 + y * 13) % 9;
  if (y < 50) return (y + (x % 12 < 2 ? 4 : 0)) % 8 < 2 ? [150, 120, 100] : [170 + noise, 80, 50];
  if (y < 90) return x % 20 < 3 ? [180, 175, 160] : [215 + noise, 210, 195];
  if (y < 120) return y < 100 ? [150 + noise, 160, 165] : [60 + noise, 62, 70];
  return [130 + 2 * noise, 128 + 2 * noise, 130 + 2 * noise];
}

function drawn(): { scene: Scene; needed: PlaneF32 } {
  const guide = createRaster(WIDTH, HEIGHT, 3);
  const person = createPlane(WIDTH, HEIGHT);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const stands = x >= FROM && x < TO && y > 20;
      person.data[i] = stands ? 1 : 0;
      guide.data.set(stands ? [190, 160, 90] : behind(x, y), 3 * i);
    }
  }
  return { scene: { guide, person: { planes: { person } }, sw: 30 } as unknown as Scene, needed: person };
}

const mean = (raster: RasterU8, y0: number, y1: number, c: number): number => {
  let sum = 0;
  for (let y = y0; y < y1; y++) for (let x = FROM + 2; x < TO - 2; x++) sum += raster.data[3 * (y * WIDTH + x) + c];
  return sum / ((y1 - y0) * (TO - FROM - 4));
};

describe('backgroundPlate', () => {
  it('lets what stands beside the person go on behind, at its own height', () => {
    const { scene, needed } = drawn();
    const { rgb } = backgroundPlate(scene, needed, createPlane(WIDTH, HEIGHT));
    expect(Math.abs(mean(rgb, 56, 84, 0) - 213)).toBeLessThan(12);
    expect(mean(rgb, 56, 84, 0) - mean(rgb, 56, 84, 2)).toBeLessThan(35);
    expect(Math.abs(mean(rgb, 104, 116, 1) - 62)).toBeLessThan(20);
    expect(Math.abs(mean(rgb, 130, 180, 1) - 136)).toBeLessThan(10);
  });
});

/** Row below which the street is in front of the hedge. */
const STREET = 130;

/** A hedge of leaves in many greens and reds between a dark wall and an even grey street. */
function hedge(x: number, y: number): [number, number, number] {
  if (y >= STREET) return [128, 130, 134];
  if (y < 40) return [40, 42, 44];
  const leaf = Math.sin(12.9898 * (x >> 2) + 78.233 * (y >> 2)) * 43758.5453;
  const t = leaf - Math.floor(leaf);
  return [60 + 110 * t * t, 70 + 60 * t, 30];
}

/** A person in a wide skirt in front of the hedge, whose new clothes cover all but a rim of the old ones. */
function beforeHedge(): { scene: Scene; needed: PlaneF32 } {
  const guide = createRaster(WIDTH, HEIGHT, 3);
  const [person, needed] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const off = Math.abs(x - 66);
      const half = y < 60 ? 16 : 16 + (y - 60) / 2.6;
      const stands = y > 30 && y < 180 && (y < 126 ? off < half : off < 10);
      person.data[i] = stands ? 1 : 0;
      needed.data[i] = stands && (off > 15 || y > 106) ? 1 : 0;
      guide.data.set(stands ? [235, 230, 215] : hedge(x, y), 3 * i);
    }
  }
  return { scene: { guide, person: { planes: { person } }, sw: 40 } as unknown as Scene, needed };
}

describe('what a wide skirt hid of a hedge', () => {
  it('becomes hedge, not the even street below it, which looks like nothing but itself', () => {
    const { scene, needed } = beforeHedge();
    const { data } = backgroundPlate(scene, needed, createPlane(WIDTH, HEIGHT)).rgb;
    let [street, n] = [0, 0];
    for (let i = 70 * WIDTH; i < 118 * WIDTH; i++) {
      if (needed.data[i] === 0) continue;
      // leaves have little blue, the grey street has as much of it as of red
      if (data[3 * i + 2] > 0.8 * data[3 * i]) street++;
      n++;
    }
    expect(n).toBeGreaterThan(1500);
    expect(street / n).toBeLessThan(0.1);
  });
});
