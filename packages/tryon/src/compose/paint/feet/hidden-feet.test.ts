import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { footAt, hiddenFeet, shadeUnderFeet, shoeAt } from './hidden-feet';
import type { Scene } from '../../../model/scene';
import type { OldGarment } from '../../../model/layers';

const SIZE = 200;

/**
 * Two feet with ankles at y 100 and toes at y 125; old clothes from `left` to 170 and down to `hem`; `tip`: a shoe's tip at the right
 * foot's toes.
 */
function figure(hem: number, { covered = 0, left = 30, tip = true, skin = false } = {}) {
  const [seen, shoes, bare] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  for (let y = 40; y < hem; y++) for (let x = left; x < 170; x++) seen.data[y * SIZE + x] = 1;
  const sole = tip ? 135 : 118;
  for (let y = 118; y < sole; y++) {
    for (let x = 136; x < 160; x++) {
      shoes.data[y * SIZE + x] = 1;
      seen.data[y * SIZE + x] = 0;
    }
  }
  if (skin) bare.data.fill(1, 117 * SIZE + 130, 117 * SIZE + 150);
  const at = (y: number) => [70, 130].map((x) => ({ x, y }));
  const legs = at(100).map((ankle) => ({ joints: [ankle, ankle, ankle] }));
  const garment = createPlane(SIZE, SIZE);
  garment.data.fill(1, 0, covered * SIZE);
  const legTubes = [70, 130].map((x) => ({ centres: [10, 40, 70, 100].map((y) => ({ x, y })) }));
  const planes = { shoes, skin: bare, lower: seen };
  const person = { legs, legTubes, toes: at(125), planes, body: { legLength: 200 } };
  const tones = [[200, 160, 140]];
  const scene = { person, guide: createRaster(SIZE, SIZE, 3), k: 1, garment, legTones: [tones, tones] };
  return hiddenFeet(scene as unknown as Scene, { seen, grown: seen } as unknown as OldGarment);
}

type Foot = ReturnType<typeof figure>[0];
const shoeCover = ({ shoe, opening, soleSide: floor }: Foot, x: number, y: number): number =>
  shoeAt(shoe, (y - shoe.box.y) * shoe.box.width + x - shoe.box.x, opening, floor).cover;
const bareCover = ({ bare }: Foot, x: number, y: number): number =>
  footAt(bare, (y - bare.box.y) * bare.box.width + x - bare.box.x, 0).cover;

describe('hiddenFeet', () => {
  it('leads the shoe of a half hidden foot from below its ankle to its seen tip', () => {
    const [, right] = figure(140);
    expect(right.soleSide).toBe(-1);
    expect(right.copy).toBeNull();
    expect(shoeCover(right, 147, 128)).toBeGreaterThan(0.5);
    expect(shoeCover(right, 119, 131)).toBe(0);
    // the instep is bare from the ankle into the shoe
    expect(bareCover(right, 131, 112)).toBe(1);
    expect(shoeCover(right, 133, 117)).toBe(0);
  });

  it('gives a hidden foot the shoe that is seen of the other one, mirrored, and the same form', () => {
    const [left, right] = figure(140);
    expect(left.copy?.isMirrored).toBe(true);
    expect(left.copy?.from.isWhole).toBe(false);
    expect(left.soleSide).toBe(1);
    for (const [x, y] of [
      [147, 128],
      [133, 117],
      [136, 124],
    ])
      expect(shoeCover(left, 199 - x, y)).toBeCloseTo(shoeCover(right, x, y), 4);
  });

  it('does not where the old clothes hid no room for it', () => {
    const [left] = figure(140, { left: 66 });
    expect(left.copy).toBeNull();
  });

  it('lets the shoe reach as far down as the fabric on the floor did', () => {
    const bottom = (hem: number): number => {
      const { box } = figure(hem, { tip: false })[0].shoe;
      return box.y + box.height;
    };
    expect(bottom(145)).toBeGreaterThan(bottom(128));
    expect(bottom(190)).toBeLessThan(bottom(128) + 10);
  });

  it('draws a foot of which nothing is seen from half aside, outwards and flat on the floor', () => {
    const [foot] = figure(140, { tip: false });
    expect(foot.copy).toBeNull();
    expect(shoeCover(foot, 52, 128)).toBe(1);
    expect(shoeCover(foot, 92, 128)).toBe(0);
    // the shoe's side rises to the heel below the bare foot
    expect(shoeCover(foot, 66, 127)).toBeGreaterThan(0.5);
    expect(shoeCover(foot, 68, 113)).toBe(0);
    expect(bareCover(foot, 69, 112)).toBe(1);
    expect(foot.sole.x).toBeLessThan(66);
  });

  it('draws it from the front where the old clothes leave no room beside the ankle', () => {
    const [{ shoe, soleSide: floor }] = figure(140, { tip: false, left: 58 });
    expect(floor).toBe(0);
    expect(shoe.box.x).toBeGreaterThan(50);
  });

  it('closes the shoe under long trousers unless skin is seen at its opening', () => {
    const [left, right] = figure(140, { covered: 110 });
    expect([left.opening, right.opening]).toEqual([0, 0]);
    expect(shoeCover(right, 136, 121)).toBe(1);
    const [low] = figure(140, { covered: 110, skin: true });
    expect(low.opening).toBeGreaterThan(0);
  });

  it('leaves seen feet alone', () => {
    expect(figure(90)).toEqual([]);
  });
});

it('shadeUnderFeet darkens the floor where a foot stands', () => {
  const feet = figure(140, { tip: false });
  const floor = createRaster(SIZE, SIZE, 3);
  floor.data.fill(200);
  shadeUnderFeet({ person: { body: { legLength: 200 } }, k: 1 } as unknown as Scene, feet, floor);
  const at = (x: number, y: number): number => floor.data[3 * (y * SIZE + x)];
  expect(at(60, 132)).toBeLessThan(160);
  expect(at(70, 60)).toBe(200);
  expect(at(100, 180)).toBe(200);
});
