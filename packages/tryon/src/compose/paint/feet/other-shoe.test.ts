import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { copiedPoint, forEachCopiedPixel, seenShoe, shoeCopy, type FootLine } from './other-shoe';
import type { Scene } from '../../../model/scene';

const SIZE = 200;
const LEFT: FootLine = [
  { x: 60, y: 100 },
  { x: 55, y: 125 },
];
const RIGHT: FootLine = [
  { x: 130, y: 104 },
  { x: 140, y: 129 },
];

/** A shoe at the right foot, with a thin thread of hem beside it, and old clothes to the right of x `from`. */
function dressed(from = 20) {
  const [shoes, skin, lower] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  for (let y = 115; y < 135; y++) shoes.data.fill(1, y * SIZE + 128, y * SIZE + 150);
  shoes.data.fill(1, 120 * SIZE + 120, 120 * SIZE + 128);
  for (let y = 40; y < 150; y++) lower.data.fill(1, y * SIZE + from, y * SIZE + 110);
  const person = { planes: { shoes, skin, lower }, body: { legLength: 200 } };
  return { scene: { person, k: 1 } as unknown as Scene, grown: lower };
}

describe('seenShoe', () => {
  it('takes the shoe on its own foot, without threads', () => {
    const { scene } = dressed();
    const shoe = seenShoe(scene, [RIGHT, LEFT], false);
    const columns = shoe?.shoe.map((i) => i % SIZE) ?? [];
    expect(Math.max(...columns)).toBe(149);
    expect(Math.min(...columns)).toBeGreaterThan(124);
    expect(seenShoe(scene, [LEFT, RIGHT], false)).toBeNull();
  });
});

describe('shoeCopy', () => {
  it('mirrors it ankle upon ankle', () => {
    const { scene, grown } = dressed();
    const shoe = seenShoe(scene, [RIGHT, LEFT], false);
    const copy = shoe === null ? null : shoeCopy(scene, shoe, [LEFT, RIGHT], grown);
    if (copy === null) throw new Error('no copy');
    expect(copiedPoint(copy, RIGHT[0], 1)).toEqual(LEFT[0]);
    const columns: number[] = [];
    forEachCopiedPixel(scene, copy, (to, _, cover) => cover > 0.5 && columns.push(to % SIZE));
    expect(Math.min(...columns)).toBe(190 - 150);
    expect(Math.max(...columns)).toBeLessThanOrEqual(190 - 125);
  });

  it('moves it inwards where the old clothes end, or gives up', () => {
    const copied = (from: number) => {
      const { scene, grown } = dressed(from);
      const shoe = seenShoe(scene, [RIGHT, LEFT], false);
      return shoe === null ? null : shoeCopy(scene, shoe, [LEFT, RIGHT], grown);
    };
    expect(copied(46)?.mirror).toBeGreaterThan(190);
    expect(copied(60)).toBeNull();
  });

  it('does not mirror it where both feet point one way', () => {
    const { scene, grown } = dressed();
    const aside = (line: FootLine): FootLine => [line[0], { x: line[0].x + 30, y: line[0].y + 10 }];
    const shoe = seenShoe(scene, [aside(RIGHT), aside(LEFT)], true);
    const copy = shoe === null ? null : shoeCopy(scene, shoe, [aside(LEFT), aside(RIGHT)], grown);
    expect(copy).toMatchObject({ isMirrored: false, mirror: -70, down: -4 });
  });
});
