import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, rgbToLab, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { PARSE_CLASSES, type ParseClass } from '../../ports';
import { dressEvidence, type BodyHeights } from './dress-evidence';
import { dressProbability, settleDress } from './settle-dress';

const W = 40;
const H = 100;
/** Shoulders in row 10, hips in row 50. */
const HEIGHTS: BodyHeights = { first: -0.25 + 0.5 / 40, right: 0, down: 1 / 40 };
const BLUE = [40, 60, 150] as const;
const YELLOW = [220, 200, 60] as const;

type Rgb = readonly [number, number, number];

/** Clothes of two colours that change in row 46. */
function worn(upper: Rgb, lower: Rgb): RasterU8 {
  const photo = createRaster(W, H, 3);
  for (let i = 0; i < W * H; i++) {
    const y = Math.floor(i / W);
    const [r, g, b] = y < 46 ? upper : lower;
    const shade = (i % 7) - 3;
    photo.data.set([r + shade, g + shade, b + shade], 3 * i);
  }
  return photo;
}

function parsed(above: ParseClass, below: ParseClass, share = 1): PlaneF32[] {
  const planes = PARSE_CLASSES.map(() => createPlane(W, H));
  const of = (name: ParseClass): PlaneF32 => planes[PARSE_CLASSES.indexOf(name)];
  of('background').data.fill(1);
  for (let y = 12; y < 80; y++) {
    for (let x = 8; x < 32; x++) {
      const i = y * W + x;
      of('background').data[i] = 1 - share;
      of(y < 46 ? above : below).data[i] = share;
    }
  }
  return planes;
}

const at = (planes: readonly PlaneF32[], name: ParseClass, y: number): number =>
  planes[PARSE_CLASSES.indexOf(name)].data[y * W + 20];

describe('settleDress', () => {
  it('makes one dress of a top and a skirt of one fabric', () => {
    const settled = settleDress(rgbToLab(worn(BLUE, BLUE)), parsed('top', 'skirt', 0.9), HEIGHTS);
    expect([at(settled, 'dress', 30), at(settled, 'dress', 70)]).toEqual([expect.closeTo(0.9), expect.closeTo(0.9)]);
    expect([at(settled, 'top', 30), at(settled, 'skirt', 70)]).toEqual([0, 0]);
  });

  it('parts a dress of two fabrics at the waist, not a pixel of it lost', () => {
    const planes = parsed('dress', 'dress', 0.5);
    parsed('top', 'skirt', 0.4).forEach(({ data }, c) => c > 0 && data.forEach((v, i) => (planes[c].data[i] += v)));
    const settled = settleDress(rgbToLab(worn(YELLOW, BLUE)), planes, HEIGHTS);
    expect([at(settled, 'top', 30), at(settled, 'skirt', 70)]).toEqual([expect.closeTo(0.9), expect.closeTo(0.9)]);
    for (let y = 12; y < 80; y++) expect(at(settled, 'top', y) + at(settled, 'skirt', y)).toBeCloseTo(0.9);
    expect(at(settled, 'dress', 48)).toBe(0);
  });

  it('leaves a top with a skirt of another fabric, and a dress of one, as they are', () => {
    const two = parsed('top', 'skirt');
    const one = parsed('dress', 'dress');
    expect(at(settleDress(rgbToLab(worn(YELLOW, BLUE)), two, HEIGHTS), 'skirt', 70)).toBe(1);
    expect(at(settleDress(rgbToLab(worn(BLUE, BLUE)), one, HEIGHTS), 'dress', 70)).toBe(1);
  });

  it('says nothing about trousers, nor where a coat hides all above the waist', () => {
    const trousers = parsed('top', 'pants');
    expect(settleDress(rgbToLab(worn(BLUE, BLUE)), trousers, HEIGHTS)).toBe(trousers);
    const coat = parsed('outer', 'skirt');
    expect(settleDress(rgbToLab(worn(BLUE, BLUE)), coat, HEIGHTS)).toBe(coat);
  });
});

describe('dressEvidence', () => {
  it('finds fabric of one colour alike, of two not, whatever the parse calls it', () => {
    const alike = (photo: RasterU8): number =>
      dressEvidence(rgbToLab(photo), parsed('top', 'skirt'), HEIGHTS)?.alike ?? NaN;
    expect(alike(worn(BLUE, BLUE))).toBeGreaterThan(0.95);
    expect(alike(worn(YELLOW, BLUE))).toBeLessThan(0.02);
  });

  it('hears the parse over the whole garment', () => {
    const vote = (planes: PlaneF32[]): number =>
      dressEvidence(rgbToLab(worn(BLUE, BLUE)), planes, HEIGHTS)?.vote ?? NaN;
    expect(vote(parsed('dress', 'dress'))).toBeCloseTo(-vote(parsed('top', 'skirt')), 1);
    expect(vote(parsed('dress', 'dress'))).toBeGreaterThan(2);
  });

  it('tells a rough fabric from a smooth one of the same colours', () => {
    const photo = worn(BLUE, BLUE);
    for (let i = 46 * W; i < H * W; i++) {
      const shade = (Math.floor(i / W) + i) % 2 === 0 ? 45 : -35;
      photo.data.set([BLUE[0] + shade, BLUE[1] + shade, BLUE[2] + shade], 3 * i);
    }
    const rough = dressEvidence(rgbToLab(photo), parsed('top', 'skirt'), HEIGHTS);
    const smooth = dressEvidence(rgbToLab(worn(BLUE, BLUE)), parsed('top', 'skirt'), HEIGHTS);
    expect(rough?.rougher).toBeGreaterThan((smooth?.rougher ?? 1) + 0.5);
  });

  it('grows surer of a dress with every sign of it', () => {
    const two = dressProbability({ vote: -2, alike: 0.1, rougher: 1 });
    const one = dressProbability({ vote: 2, alike: 0.8, rougher: 0 });
    expect(two).toBeLessThan(0.05);
    expect(one).toBeGreaterThan(0.95);
  });
});
