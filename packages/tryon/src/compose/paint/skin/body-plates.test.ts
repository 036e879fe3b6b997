import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { layersPlate, skinPlate } from './body-plates';
import { limbField } from '../../scene/limb-field';
import type { Scene } from '../../../model/scene';

const WIDTH = 200;
const HEIGHT = 160;

/** A throat of colour `throat` above y 70, arms at x 50 and 150 whose skin is seen below y `armsFrom` in a colour other than their tone. */
function plate(
  throat: readonly number[],
  armsFrom: number,
  below: readonly number[] = [240, 215, 205],
  tone: readonly number[] = [190, 150, 125],
  face: readonly number[] = tone,
) {
  const [skin, seen, chest] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
  const guide = createRaster(WIDTH, HEIGHT, 3);
  const at = (x: number, y: number): number => y * WIDTH + x;
  for (let y = 20; y < 70; y++) for (let x = 80; x < 120; x++) skin.data[at(x, y)] = seen.data[at(x, y)] = 1;
  for (let y = armsFrom; y < 150; y++) {
    for (let x = 40; x < 160; x++) if (x < 60 || x >= 140) skin.data[at(x, y)] = 1;
  }
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = i < 3 * WIDTH * 70 ? throat[i % 3] : below[i % 3];
  for (let y = 60; y < 120; y++) for (let x = 50; x < 150; x++) chest.data[at(x, y)] = 1;
  const arms = [50, 150].map((x) => {
    const centres = Array.from({ length: 24 }, (_, s) => ({ x, y: 75 + 5 * s }));
    return limbField({ centres, radii: centres.map(() => 10), visibility: 1 }, 1, WIDTH, HEIGHT);
  });
  const body = { across: { x: 1, y: 0 }, down: { x: 0, y: 1 }, shoulderMid: { x: 100, y: 75 } };
  const person = { planes: { skin }, body, skinTone: { arm: tone, face } };
  const placement = { region: { kind: 'upper', sleeves: [{ length: 'short' }, { length: 'short' }] } };
  const scene = { person, guide, arms, armTones: [[tone], [tone]], garment: skin, k: 1, sw: 100, placement };
  const { data } = skinPlate(scene as unknown as Scene, chest, seen);
  return (x: number, y: number): number[] => [...data.subarray(3 * at(x, y), 3 * at(x, y) + 3)];
}

const warmth = ([red, green, blue]: readonly number[]): number => (red - blue) / (red + green + blue);

describe('skinPlate', () => {
  it('makes an invented chest warmer than a grey throat, but not as warm as all else', () => {
    const grey = [170, 150, 142];
    const chest = warmth(plate(grey, 150)(100, 95));
    expect(chest).toBeGreaterThan(1.1 * warmth(grey));
    expect(chest).toBeLessThan(warmth([190, 150, 125]));
  });

  it('is not as red as arms in the shade below a throat in the light', () => {
    const shaded = [133, 86, 70];
    const throat = [200, 155, 140];
    const chest = warmth(plate(throat, 150, shaded, shaded)(100, 80));
    expect(chest).toBeLessThan(1.32 * warmth(throat));
  });

  it('has the light of the face below a throat in the shade, at the middle too', () => {
    const at = plate([120, 92, 75], 150, [30, 30, 30], [185, 146, 121], [195, 156, 132]);
    for (const x of [80, 100, 120]) expect(at(x, 95)[1]).toBeGreaterThan(155);
  });

  it('goes over to the seen skin of an arm, to its tone where none is seen', () => {
    expect(plate([190, 150, 125], 80)(58, 85)[0]).toBeGreaterThan(215);
    expect(plate([190, 150, 125], 150)(58, 85)[0]).toBeLessThan(205);
  });

  it('shows nothing of the old fabric between two places whose colours it knows', () => {
    for (let x = 60; x < 80; x++) {
      const [red, , blue] = plate([190, 150, 125], 150, [20, 30, 90])(x, 95);
      expect(red).toBeGreaterThan(blue);
    }
  });
});

describe('layersPlate', () => {
  const TOP = [40, 70, 160];
  const FABRIC = [150, 30, 30];

  /**
   * A throat that is seen from the chin, y 30, to y 60 above a jacket of colour `FABRIC`, shoulder joints at y 75; between its lapels a
   * strip of the top is seen, `strip` pixels wide.
   */
  function opened(strip: number, outer: boolean) {
    const plane = (x0: number, y0: number, x1: number, y1: number) => {
      const made = createPlane(WIDTH, HEIGHT);
      for (let y = y0; y < y1; y++) made.data.fill(1, y * WIDTH + x0, y * WIDTH + x1);
      return made;
    };
    const skin = plane(84, 20, 116, 60);
    const top = plane(130, 62, 130 + strip, 150);
    const upper = plane(40, 60, 160, 150);
    const guide = createRaster(WIDTH, HEIGHT, 3);
    for (let i = 0; i < guide.data.length; i++) {
      const at = Math.floor(i / 3);
      const colour = top.data[at] > 0 ? TOP : skin.data[at] > 0 ? [200, 160, 140] : FABRIC;
      guide.data[i] = colour[i % 3];
    }
    const planes = { skin, top, upper, outer: outer ? upper : createPlane(WIDTH, HEIGHT) };
    const body = { across: { x: 1, y: 0 }, down: { x: 0, y: 1 }, shoulderMid: { x: 100, y: 75 } };
    const faceOval = [90, 110].flatMap((x) => [10, 30].map((y) => ({ x, y })));
    const scene = { person: { planes, body, faceOval }, guide, k: 1, sw: 100, category: 'jacket' };
    const { data } = layersPlate(scene as unknown as Scene, plane(70, 40, 130, 140), skin);
    return (y: number): number[] => [...data.subarray(3 * (y * WIDTH + 100), 3 * (y * WIDTH + 100) + 3)];
  }

  it('carries a narrow strip of the top on under what an old jacket hid, below its usual neckline', () => {
    const [red, , blue] = opened(4, true)(110);
    expect(blue).toBeGreaterThan(red + 60);
    expect(opened(4, true)(70)[0]).toBeGreaterThan(180);
  });

  it('puts a plain pale top where a buttoned coat shows none of it, and no bare breast', () => {
    const [red, , blue] = opened(0, true)(110);
    expect(Math.abs(red - blue)).toBeLessThan(8);
    expect(opened(0, false)(110)[0]).toBeGreaterThan(opened(0, false)(110)[2] + 30);
  });
});
