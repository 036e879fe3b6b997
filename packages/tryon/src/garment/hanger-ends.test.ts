import { describe, expect, it } from '@jest/globals';
import { rgbToLab, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { drawTee, HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawBar, drawPolygon, paint, photograph } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { withoutHangerEnds } from './hanger-ends';
import { readSilhouette } from './silhouette';

type Colour = readonly [number, number, number];
const ROSE: Colour = [205, 120, 140];
const CHARCOAL: Colour = [52, 52, 54];
const BLACK: Colour = [26, 26, 28];
const PALE: Colour = [236, 234, 230];

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const mirrored = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });
/** The right half of a sleeveless dress, and a hanger's end beside its shoulder. */
const HALF = [at(0, 92), at(34, 84), at(44, 64), at(76, 72), at(70, 130), at(84, 170), at(100, 440)];
const END = [at(60, 82), at(96, 96)] as const;
const HOOK = [at(0, 20), at(0, 88)] as const;

const blank = (): PlaneF32 => drawPolygon(WIDTH, HEIGHT, []);
const dress = (): PlaneF32 => drawPolygon(WIDTH, HEIGHT, [...HALF, ...HALF.map(mirrored).reverse()]);

/** Paints a part that lies under the garment, and adds it to what is seen. */
function under(photo: RasterU8, shape: PlaneF32, part: PlaneF32, colour: Colour): void {
  for (let i = 0; i < part.data.length; i++) {
    if (part.data[i] < 0.5 || shape.data[i] >= 0.5) continue;
    for (let c = 0; c < 3; c++) photo.data[3 * i + c] = colour[c];
  }
  for (let i = 0; i < part.data.length; i++) shape.data[i] = Math.max(shape.data[i], part.data[i]);
}

interface Drawn {
  readonly cloth: Colour;
  readonly ends: Colour;
  /** Sides on which an end stands out. */
  readonly sides: readonly ('left' | 'right')[];
  readonly hook: boolean;
}

/** What is left of a hung dress, and how many pixels beside its cloth. */
function hung({ cloth, ends, sides, hook }: Drawn): { both: boolean; left: number } | null {
  const bare = dress();
  const photo = photograph(bare, cloth, PALE);
  const shape = { ...bare, data: bare.data.slice() };
  for (const side of sides) {
    const [a, b] = side === 'left' ? END.map(mirrored) : END;
    under(photo, shape, drawBar(blank(), a, b, 7), ends);
  }
  const whole = { ...shape, data: shape.data.slice() };
  if (hook) under(photo, whole, drawBar(blank(), HOOK[0], HOOK[1], 4), BLACK);
  const found = withoutHangerEnds(rgbToLab(photo), shape, { whole, unhooked: shape });
  if (found === null) return null;
  const left = found.shape.data.reduce((sum, v, i) => sum + (v > 0.5 && bare.data[i] < 0.5 ? 1 : 0), 0);
  const lost = found.shape.data.reduce((sum, v, i) => sum + (v < 0.5 && bare.data[i] > 0.5 ? 1 : 0), 0);
  expect(lost).toBeLessThan(40);
  return { both: found.both, left };
}

const BOTH = ['left', 'right'] as const;

describe('withoutHangerEnds', () => {
  it('takes off the ends that stand out beside both shoulders', () => {
    const found = hung({ cloth: ROSE, ends: BLACK, sides: BOTH, hook: true });
    expect(found?.both).toBe(true);
    expect(found?.left).toBeLessThan(120);
  });

  it('takes off one alone where the cloth has another colour, and a pair from cloth as dark', () => {
    expect(hung({ cloth: ROSE, ends: BLACK, sides: ['right'], hook: true })?.both).toBe(false);
    expect(hung({ cloth: CHARCOAL, ends: BLACK, sides: BOTH, hook: true })?.both).toBe(true);
    expect(hung({ cloth: CHARCOAL, ends: BLACK, sides: ['right'], hook: true })).toBeNull();
  });

  it('leaves caps over the shoulders, in the cloth’s colour or where no hook is seen', () => {
    expect(hung({ cloth: ROSE, ends: ROSE, sides: BOTH, hook: true })).toBeNull();
    expect(hung({ cloth: ROSE, ends: BLACK, sides: BOTH, hook: false })).toBeNull();
  });

  it('reads what hangs on such ends as sleeveless', () => {
    const rgba = paint(drawTee(), ROSE);
    const lengths = [false, true].map((bare) => {
      const marks = findLandmarks(readSilhouette(rgba), rgba, 'top', { bare });
      return marks.kind === 'upper' ? marks.sleeves.map(({ length }) => length) : [];
    });
    expect(lengths).toEqual([
      ['short', 'short'],
      ['none', 'none'],
    ]);
  });
});
