import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { footAt, hiddenFeet, shadeUnderFeet, shoeAt } from './hidden-feet';
import type { OldGarment } from './removal';
import type { Scene } from './scene';

const SIZE = 200;

/** Two feet with ankles at y 100 and toes at y 125; cloth down to `hem`, a shoe's tip at the right foot's toes. */
function figure(hem: number, covered = 0, left = 30) {
  const [seen, shoes] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  for (let y = 40; y < hem; y++) for (let x = left; x < 170; x++) seen.data[y * SIZE + x] = 1;
  for (let y = 118; y < 135; y++) {
    for (let x = 120; x < 145; x++) {
      shoes.data[y * SIZE + x] = 1;
      seen.data[y * SIZE + x] = 0;
    }
  }
  const at = (y: number) => [70, 130].map((x) => ({ x, y }));
  const legs = at(100).map((ankle) => ({ joints: [ankle, ankle, ankle] }));
  const garment = createPlane(SIZE, SIZE);
  garment.data.fill(1, 0, covered * SIZE);
  const legTubes = [70, 130].map((x) => ({ centres: [10, 40, 70, 100].map((y) => ({ x, y })) }));
  const person = { legs, legTubes, toes: at(125), planes: { shoes }, body: { legLength: 200 } };
  const tones = [[200, 160, 140]];
  const scene = { person, guide: createRaster(SIZE, SIZE, 3), k: 1, garment, legTones: [tones, tones] };
  return hiddenFeet(scene as unknown as Scene, { seen } as unknown as OldGarment);
}

describe('hiddenFeet', () => {
  it('leads the shoe of a half hidden foot to its seen tip', () => {
    const [left, right] = figure(140);
    expect(right.shoe.box.y + right.shoe.box.height).toBeLessThan(left.shoe.box.y + left.shoe.box.height);
  });

  it('lets the shoe reach as far down as the cloth on the floor did', () => {
    const bottom = (hem: number): number => {
      const { box } = figure(hem)[0].shoe;
      return box.y + box.height;
    };
    expect(bottom(145)).toBeGreaterThan(bottom(128));
    expect(bottom(190)).toBeLessThan(bottom(128) + 10);
  });

  it('leaves the instep bare: the opening lies lower in the middle than at the sides', () => {
    const [, { bare, shoe, ground }] = figure(140);
    expect(ground).toBe(0);
    const cover = (x: number, y: number): number =>
      shoeAt(shoe, (y - shoe.box.y) * shoe.box.width + x - shoe.box.x).cover;
    expect(cover(130, 108)).toBe(0);
    expect(cover(123, 114)).toBeGreaterThan(0.5);
    expect(cover(130, 121)).toBe(1);
    expect(footAt(bare, (108 - bare.box.y) * bare.box.width + 130 - bare.box.x).cover).toBe(1);
  });

  it('draws a foot that is not seen from half aside, outwards and flat on the floor', () => {
    const [{ bare, shoe, opening, ground, sole }] = figure(140);
    const cover = (x: number, y: number): number =>
      shoeAt(shoe, (y - shoe.box.y) * shoe.box.width + x - shoe.box.x, opening, ground).cover;
    expect(cover(52, 128)).toBe(1);
    expect(cover(92, 128)).toBe(0);
    // the shoe's side rises to the heel below the bare foot
    expect(cover(69, 124)).toBe(1);
    expect(cover(68, 113)).toBe(0);
    expect(footAt(bare, (110 - bare.box.y) * bare.box.width + 69 - bare.box.x).cover).toBe(1);
    expect(sole.x).toBeLessThan(66);
  });

  it('draws it from the front where the old clothes leave no room beside the ankle', () => {
    const [{ shoe, ground }] = figure(140, 0, 58);
    expect(ground).toBe(0);
    expect(shoe.box.x).toBeGreaterThan(50);
  });

  it('closes the shoe under long trousers', () => {
    const [{ shoe, opening }, seen] = figure(140, 110);
    expect([opening, seen.opening]).toEqual([0, 0]);
    expect(shoeAt(shoe, (120 - shoe.box.y) * shoe.box.width + 68 - shoe.box.x, opening, 1).cover).toBe(1);
    const at = (108 - seen.shoe.box.y) * seen.shoe.box.width + 130 - seen.shoe.box.x;
    expect(shoeAt(seen.shoe, at, seen.opening).cover).toBe(1);
  });

  it('leaves seen feet alone', () => {
    expect(figure(90)).toEqual([]);
  });
});

it('shadeUnderFeet darkens the ground where a foot stands', () => {
  const feet = figure(140);
  const ground = createRaster(SIZE, SIZE, 3);
  ground.data.fill(200);
  shadeUnderFeet({ person: { body: { legLength: 200 } }, k: 1 } as unknown as Scene, feet, ground);
  const at = (x: number, y: number): number => ground.data[3 * (y * SIZE + x)];
  expect(at(60, 132)).toBeLessThan(160);
  expect(at(70, 60)).toBe(200);
  expect(at(100, 180)).toBe(200);
});
