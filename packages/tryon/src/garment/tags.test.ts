import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, rgbToLab } from '@drape/imaging';
import { fillLike } from './fill-like';
import { tagsOf } from './tags';

const SIDE = 120;
const BLUE = [36, 58, 170];
const GREY = [110, 120, 132];
const CYAN = [20, 190, 220];
const WHITE = [240, 240, 240];

const inWhite = (x: number, y: number): boolean => x >= 40 && x < 48 && y >= 40 && y < 56;
const inCyan = (x: number, y: number): boolean => x >= 49 && x < 59 && y >= 42 && y < 60;

/** Grey above blue, two tags on the grey; the white one is a hole in the shape. `mark` is painted elsewhere in the second's colour. */
function dress(mark: (x: number, y: number) => boolean = () => false) {
  const rgb = createRaster(SIDE, SIDE, 3);
  const shape = createPlane(SIDE, SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const cloth = y < 64 ? GREY : BLUE;
      const colour = inWhite(x, y) ? WHITE : inCyan(x, y) || mark(x, y) ? CYAN : cloth;
      rgb.data.set(colour, 3 * (y * SIDE + x));
      if (x > 5 && x < 115 && y > 5 && y < 115 && !inWhite(x, y)) shape.data[y * SIDE + x] = 1;
    }
  }
  return { rgb, shape, tags: tagsOf(rgbToLab(rgb), shape) };
}

const tagAt = ({ tags }: ReturnType<typeof dress>, x: number, y: number): number | undefined =>
  tags?.data[y * SIDE + x];

describe('swing tags', () => {
  it('are the hole in a shape and what beside it has a colour of its own', () => {
    const seen = dress();
    expect(tagAt(seen, 44, 48)).toBe(1);
    expect(tagAt(seen, 54, 50)).toBe(1);
    expect(tagAt(seen, 70, 50)).toBe(0);
    expect(tagAt(seen, 54, 70)).toBe(0);
  });

  it('are told from a label at the neck in their colour, from which they hang on a string', () => {
    const inLabel = (x: number, y: number): boolean => x >= 44 && x < 62 && y >= 25 && y < 32;
    const seen = dress((x, y) => inLabel(x, y) || (x >= 53 && x < 55 && y >= 32 && y < 42));
    expect(tagAt(seen, 54, 50)).toBe(1);
    expect(tagAt(seen, 46, 28)).toBe(0);
  });

  it('leave alone what has a colour that the garment shows elsewhere', () => {
    const seen = dress((x, y) => x > 80 && x < 90 && y > 90 && y < 100);
    expect(tagAt(seen, 44, 48)).toBe(1);
    expect(tagAt(seen, 56, 50)).toBe(0);
  });

  it('are none where the shape has no hole', () => {
    expect(tagsOf(rgbToLab(dress().rgb), createPlane(SIDE, SIDE))).toBeNull();
    expect(tagsOf(rgbToLab(dress().rgb), null)).toBeNull();
  });

  it('are painted over with the cloth around them', () => {
    const { rgb, shape, tags } = dress();
    if (tags === null) throw new Error('no tags');
    for (let i = 0; i < shape.data.length; i++) if (tags.data[i] > 0.5) shape.data[i] = 1;
    const whole = createRaster(SIDE, SIDE, 3);
    whole.data.set(rgb.data);
    fillLike(whole, rgb, shape, tags);
    for (const [x, y] of [
      [44, 48],
      [54, 50],
      [54, 59],
    ])
      expect([...whole.data.slice(3 * (y * SIDE + x), 3 * (y * SIDE + x) + 3)]).toEqual(GREY);
    expect([...whole.data.slice(3 * (66 * SIDE + 54), 3 * (66 * SIDE + 54) + 3)]).toEqual(BLUE);
  });
});
