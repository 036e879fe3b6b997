import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { backgroundPlate, fetchedTogether } from './background';
import type { Scene } from './scene';

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
    const { rgb } = backgroundPlate(scene, needed);
    expect(Math.abs(mean(rgb, 56, 84, 0) - 213)).toBeLessThan(12);
    expect(mean(rgb, 56, 84, 0) - mean(rgb, 56, 84, 2)).toBeLessThan(35);
    expect(Math.abs(mean(rgb, 104, 116, 1) - 62)).toBeLessThan(20);
    expect(Math.abs(mean(rgb, 130, 180, 1) - 136)).toBeLessThan(10);
  });
});

describe('fetchedTogether', () => {
  it('tells pieces that are fetched as one from single finds', () => {
    const hole = createPlane(5, 5, 1);
    const matches = Int32Array.from({ length: 25 }, (_, i) => i + 100);
    matches[12] = 300;
    const together = fetchedTogether({ hole, matches });
    expect(together[12]).toBe(0);
    expect(together[6]).toBe(1);
    expect(together[8]).toBe(1);
  });
});
