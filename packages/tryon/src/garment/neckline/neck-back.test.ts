import { describe, expect, it } from '@jest/globals';
import { createRaster, type Point, type RasterU8 } from '@drape/imaging';
import { neckBack } from './neck-back';

const [WIDTH, HEIGHT] = [160, 140];
const NECKLINE: readonly Point[] = Array.from({ length: 33 }, (_, i) => {
  const u = (i - 16) / 16;
  return { x: 80 + 40 * u, y: 40 + 50 * (1 - u * u) };
});

type Colour = readonly [number, number, number];

/** A blue front below the neckline, its inside above it up to row 34. */
function drawn(inside: Colour, spots: (x: number, y: number) => Colour | null = () => null): RasterU8 {
  const rgba = createRaster(WIDTH, HEIGHT, 4);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 20; x < 140; x++) {
      const u = (x + 0.5 - 80) / 40;
      const isOpening = Math.abs(u) < 1 && y < 40 + 50 * (1 - u * u);
      const own = spots(x, y);
      if (own === null && y < 34) continue;
      rgba.data.set([...(own ?? (isOpening ? inside : [60, 80, 180])), 255], 4 * (y * WIDTH + x));
    }
  }
  return rgba;
}

const RED: Colour = [150, 40, 40];
const GREY: Colour = [40, 40, 40];

describe("the inside of a product's back", () => {
  it('has its own colour and upper edge', () => {
    const back = neckBack(drawn(RED), NECKLINE);
    if (back === null) throw new Error('no back');
    for (let i = 0; i < back.rgb.data.length; i += 3) expect([...back.rgb.data.subarray(i, i + 3)]).toEqual([...RED]);
    for (const p of back.edge.slice(2, -2)) expect(p.y).toBe(34);
    expect(back.edge[0]).toEqual(NECKLINE[0]);
    expect(back.edge.length).toBe(back.neckline.length);
  });

  it('is without label', () => {
    const label = (x: number, y: number): Colour | null =>
      x > 70 && x < 90 && y > 44 && y < 56 ? [250, 250, 250] : null;
    const back = neckBack(drawn(RED, label), NECKLINE);
    expect(Math.max(...(back?.rgb.data ?? [255]))).toBe(RED[0]);
  });

  it("has the colour of the collar's front where a hanger stands up from it, and is no higher than a collar", () => {
    const hanger = (x: number, y: number): Colour | null => (Math.abs(x - 80) < 38 && y < 60 ? GREY : null);
    const back = neckBack(drawn(RED, hanger), NECKLINE);
    if (back === null) throw new Error('no back');
    expect(Math.min(...back.edge.map((p) => p.y))).toBeGreaterThan(18);
    for (let i = 0; i < back.rgb.data.length; i += 3) expect(back.rgb.data[i + 2]).toBe(180);
  });

  it('is null behind a closed collar, whose front edge hardly hangs', () => {
    const flat = NECKLINE.map((p) => ({ x: p.x, y: 40 + (p.y - 40) * 0.3 }));
    expect(neckBack(drawn(RED), flat)).toBeNull();
  });

  it('is null where the ground shows in the opening', () => {
    const whole = drawn(RED);
    for (let i = 0; i < whole.data.length; i += 4) if (whole.data[i] === RED[0]) whole.data[i + 3] = 0;
    expect(neckBack(whole, NECKLINE)).toBeNull();
  });
});
