import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawBar, drawPolygon, photograph } from '../../test/drawn-shapes';
import { cutOutGarment } from './cut-out';

const NAVY = [26, 30, 52] as const;
const WOOD = [190, 130, 84] as const;
const GREEN = [40, 70, 44] as const;
const MIDDLE = WIDTH / 2;
/** Where the front's edge lies lowest, and the ends of the neck. */
const LOW = 96;
const HALF = 50;

function drawFront(low: number): PlaneF32 {
  const right = [
    { x: 0, y: low },
    { x: 30, y: low - 8 },
    { x: HALF, y: 46 },
    { x: 100, y: 62 },
    { x: 110, y: 150 },
    { x: 120, y: 440 },
  ];
  const at = (side: 1 | -1) => right.map((p) => ({ x: MIDDLE + side * p.x, y: p.y }));
  return drawPolygon(WIDTH, HEIGHT, [...at(1), ...at(-1).reverse()]);
}

/** Paints a bar over the photo, which the network takes for the garment. */
function bar(photo: RasterU8, seen: PlaneF32, y: number, radius: number, colour: readonly number[]): void {
  const shape = { ...seen, data: new Float32Array(seen.data.length) };
  drawBar(shape, { x: MIDDLE - HALF, y }, { x: MIDDLE + HALF, y }, radius);
  for (let i = 0; i < shape.data.length; i++) {
    if (shape.data[i] < 0.5) continue;
    seen.data[i] = 1;
    for (let c = 0; c < 3; c++) photo.data[3 * i + c] = colour[c];
  }
}

/** A dress on a hanger before wood, its back open but for a strap: the network sees one piece from the hanger on. */
function hung(): { photo: RasterU8; seen: PlaneF32 } {
  const photo = photograph(drawFront(LOW), NAVY, WOOD);
  const seen = drawFront(52);
  bar(photo, seen, 52, 5, GREEN);
  bar(photo, seen, 72, 3, NAVY);
  return { photo, seen };
}

/** Opaque rows of the cut-out in the column of its middle. */
function rowsInMiddle({ width, height, data }: RasterU8): number {
  let rows = 0;
  for (let y = 0; y < height; y++) if (data[4 * (y * width + (width >> 1)) + 3] > 128) rows++;
  return rows;
}

describe('openNeck', () => {
  it('takes away the ground that is seen through a neck, and hanger and strap above it', () => {
    const { photo, seen } = hung();
    const { rgba } = cutOutGarment(photo, seen, { closedFront: true });
    expect(Math.abs(rowsInMiddle(rgba) - (440 - LOW))).toBeLessThan(6);
  });

  it('leaves the inside of a back that is closed', () => {
    const photo = photograph(drawFront(52), NAVY, WOOD);
    const { rgba } = cutOutGarment(photo, drawFront(52), { closedFront: true });
    expect(Math.abs(rowsInMiddle(rgba) - (440 - 52))).toBeLessThan(6);
  });

  it('leaves what is open in front', () => {
    const { photo, seen } = hung();
    const before = rowsInMiddle(cutOutGarment(photo, seen).rgba);
    expect(before).toBeGreaterThan(440 - LOW + 12);
  });
});
