import { describe, expect, it } from '@jest/globals';
import type { Point, RasterU8 } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawBar, drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';
import type { UpperLandmarks } from './types';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });

const whole = (half: readonly Point[]): Point[] => [
  ...half,
  ...half.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse(),
];

/** A sweatshirt on a hanger, its sleeves beside the body; their cuffs end below its hem, with a notch between. */
const CUFF = at(132, 456);
const SWEATSHIRT = [at(0, 52), at(44, 40), at(118, 66), at(138, 200), CUFF, at(104, 452), at(100, 430), at(0, 436)];
/** A boxy top without sleeves: the same but for the notches of its arm holes. */
const BOXY = [at(0, 52), at(44, 40), at(118, 66), at(122, 130), at(104, 150), at(112, 300), at(120, 436), at(0, 436)];
/** A camisole whose straps are lost: two peaks, a deep neckline. */
const CAMISOLE = [at(0, 190), at(60, 40), at(110, 436), at(0, 436)];
/** Where body and sleeve meet; and edges of a print on the camisole. */
const SEAM = [at(98, 160), at(100, 430)];
const PRINT = [at(56, 160), at(74, 430)];

/** Grey cloth, with dark lines from arm hole to hem where asked for. */
function draw(half: readonly Point[], seam: readonly Point[] | null): RasterU8 {
  const cloth = paint(drawPolygon(WIDTH, HEIGHT, whole(half)), [120, 120, 120]);
  if (seam === null) return cloth;
  const lines = drawPolygon(WIDTH, HEIGHT, []);
  for (const side of [1, -1]) {
    const [a, b] = seam.map((p) => ({ x: WIDTH / 2 + side * (p.x - WIDTH / 2), y: p.y }));
    drawBar(lines, a, b, 2);
  }
  lines.data.forEach((line, i) => {
    if (line > 0) cloth.data.fill(70, 4 * i, 4 * i + 3);
  });
  return cloth;
}

function marksOf(rgba: RasterU8): UpperLandmarks {
  const marks = findLandmarks(readSilhouette(rgba), rgba, 'top');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

describe('a top whose sleeves hang beside its body', () => {
  it('has long ones down to its cuffs where shadows part them from the body', () => {
    const { sleeves, armpit, shoulder } = marksOf(draw(SWEATSHIRT, SEAM));
    expect(sleeves.map((sleeve) => sleeve.length)).toEqual(['long', 'long']);
    const { outer } = sleeves[1];
    expect(Math.hypot(outer[outer.length - 1].x - CUFF.x, outer[outer.length - 1].y - CUFF.y)).toBeLessThan(16);
    expect(armpit[1].x).toBeLessThan(shoulder[1].x);
    expect(armpit[1].y).toBeLessThan(260);
  });

  it('has none where nothing parts them, nor where arm holes notch the outline or straps are lost', () => {
    for (const rgba of [draw(SWEATSHIRT, null), draw(BOXY, SEAM), draw(CAMISOLE, PRINT)])
      expect(marksOf(rgba).sleeves.map((sleeve) => sleeve.length)).toEqual(['none', 'none']);
  });
});
