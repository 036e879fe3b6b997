import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { FIGURE } from '../../../test/drawn-person';
import { drawTee } from '../../../test/drawn-garments';
import { photograph } from '../../../test/drawn-shapes';
import { alwaysReads, readUpper, TEE_HALF } from '../../../test/read-drawn';
import { drawWearer } from '../../../test/drawn-wearer';
import { analyseGarment } from '../analyse-garment';
import type { Garment, UpperLandmarks } from '../../model/garment';

const AREA = FIGURE.width * FIGURE.height;

function upper(garment: Garment): UpperLandmarks {
  if (garment.landmarks.kind !== 'upper') throw new Error('not an upper garment');
  return garment.landmarks;
}

function opaque({ rgba }: Garment): number {
  let sum = 0;
  for (let i = 3; i < rgba.data.length; i += 4) sum += rgba.data[i] / 255;
  return sum;
}

const areaOf = (plane: { data: Float32Array }): number => plane.data.reduce((sum, v) => sum + v, 0);
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const last = (points: readonly Point[]): Point => points[points.length - 1];

describe('a garment worn by a model', () => {
  it('is taken off along its own outline, without skin and trousers', async () => {
    const { picture, ports, garment } = drawWearer();
    const worn = await analyseGarment(picture, 'top', ports);
    expect(Math.abs(opaque(worn) / areaOf(garment) - 1)).toBeLessThan(0.05);
    expect(worn.notes).toContain('worn by a model');
    const { data } = worn.rgba;
    let foreign = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && data[i] > 110) foreign++;
    expect(foreign / AREA).toBeLessThan(0.0005);
  });

  it('has its landmarks where the body has them', async () => {
    const { picture, ports } = drawWearer();
    const worn = await analyseGarment(picture, 'top', ports);
    const marks = upper(worn);
    const span = gap(FIGURE.shoulders[0], FIGURE.shoulders[1]);
    expect(marks.sleeves.map((s) => s.length)).toEqual(['short', 'short']);
    // the cut-out moves everything by the same amount: distances are compared
    expect(Math.abs(gap(marks.neck[0], marks.neck[1]) - 48) / span).toBeLessThan(0.08);
    expect(Math.abs(gap(marks.hem[0], marks.hem[1]) - 104) / span).toBeLessThan(0.08);
    expect(Math.abs(marks.hem[0].y - marks.neck[0].y - 222) / span).toBeLessThan(0.08);
    expect(Math.max(...marks.neckline.map((p) => p.y)) - marks.neck[0].y).toBeGreaterThan(12);
    expect(last(marks.sleeves[1].outer).y).toBeLessThan(marks.hem[1].y - 0.8 * span);
  });

  it('is found without a head and without a name', async () => {
    const { picture, ports } = drawWearer({ cropTop: 110 });
    const worn = await analyseGarment(picture, undefined, ports);
    expect(worn.category).toBe('top');
    expect(worn.categorySource).toBe('detected');
    expect(upper(worn).sleeves.map((s) => s.length)).toEqual(['short', 'short']);
  });

  it('may be a pair of trousers whose wearer has no upper body', async () => {
    const { picture, ports } = drawWearer({ cropTop: 280 });
    const worn = await analyseGarment(picture, 'pants', ports);
    expect(worn.landmarks.kind).toBe('pants');
    expect(worn.notes).toContain('worn by a model');
  });

  it('may be an open jacket: what is worn under it stays away, its halves hang together', async () => {
    const { picture, ports, garment } = drawWearer({ open: true });
    const worn = await analyseGarment(picture, 'jacket', ports);
    expect(Math.abs(opaque(worn) / areaOf(garment) - 1)).toBeLessThan(0.06);
    const marks = upper(worn);
    expect(marks.sleeves.map((s) => s.length)).toEqual(['long', 'long']);
    expect(gap(marks.hem[0], marks.hem[1])).toBeGreaterThan(85);
  });

  it('goes on under a hand', async () => {
    const hand = [
      { x: 172, y: 268 },
      { x: 292, y: 306 },
    ] as const;
    const elbow = [
      { x: 96, y: 236 },
      { x: 278, y: 232 },
    ] as const;
    const { picture, ports, garment } = drawWearer({ wrists: hand, elbows: elbow });
    const worn = await analyseGarment(picture, 'top', ports);
    expect(opaque(worn) - areaOf(garment)).toBeGreaterThan(350);
  });

  it.each([
    [
      'folded arms',
      {
        elbows: [
          { x: 130, y: 232 },
          { x: 270, y: 232 },
        ],
        wrists: [
          { x: 240, y: 215 },
          { x: 160, y: 222 },
        ],
      },
      'arms',
    ],
    ['a back', { turned: true }, 'behind'],
  ] as const)('is refused with %s', async (_, options, word) => {
    const { picture, ports } = drawWearer(options);
    await expect(analyseGarment(picture, 'top', ports)).rejects.toThrow(word);
  });

  it('is refused where nobody wears the asked category', async () => {
    const { picture, ports } = drawWearer();
    await expect(analyseGarment(picture, 'skirt', ports)).rejects.toMatchObject({ code: 'garment_not_detected' });
  });
});

describe('a garment that nobody wears', () => {
  it('is not taken for worn because the pose network believes in a body', async () => {
    const mask = drawTee();
    const { ports } = drawWearer();
    const picture = photograph(mask, [30, 40, 90], [236, 234, 230]);
    const flat = await analyseGarment(picture, 'top', {
      ...ports,
      ...alwaysReads(readUpper(mask, TEE_HALF)),
      cutOut: () => Promise.resolve(mask),
    });
    expect(flat.notes).not.toContain('worn by a model');
  });
});
