import { createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { GARMENT_ANSWERS, GARMENT_PARTS, GARMENT_POINTS, readGarment } from './garment-reader';
import type { Network } from './network';

const CELLS = 128;
const PLANES = GARMENT_PARTS.length + 1 + GARMENT_POINTS.length;
const ANSWERS = Object.values(GARMENT_ANSWERS).reduce((sum, values) => sum + values.length, 0);
const FAR = 12; // a logit that settles it

type Inputs = Parameters<Network['run']>[0];

/**
 * Sees torso where the picture is dark, its left half as a sleeve, and the left shoulder in the middle of the view; of the right half of the
 * views, which are mirrored, the other way round.
 */
function drawnNetwork(asked: Inputs[] = []): Network {
  return {
    provider: 'cpu',
    inputNames: ['image', 'category'],
    outputNames: ['maps', 'answers'],
    close: async () => {},
    run: async (inputs) => {
      asked.push(inputs);
      const { data, shape } = inputs['image'];
      const [n, , size] = shape;
      const maps = new Float32Array(n * PLANES * CELLS * CELLS);
      for (let view = 0; view < n; view++) {
        const part = GARMENT_PARTS.indexOf(view === 1 ? 'sleeveRight' : 'sleeveLeft');
        const point = GARMENT_PARTS.length + 1 + GARMENT_POINTS.indexOf(view === 1 ? 'shoulderRight' : 'shoulderLeft');
        const plane = (k: number) => (view * PLANES + k) * CELLS * CELLS;
        for (let i = 0; i < CELLS * CELLS; i++) {
          const [x, y] = [(i % CELLS) * 2, Math.floor(i / CELLS) * 2];
          const isDark = data[view * 3 * size * size + y * size + x] < 0;
          maps[plane(isDark ? part : 0) + i] = FAR;
        }
        maps[plane(point) + 64 * CELLS + (view === 1 ? CELLS - 1 - 40 : 40)] = 2 * FAR;
      }
      return {
        maps: { data: maps, shape: [n, PLANES, CELLS, CELLS] },
        answers: {
          data: new Float32Array(n * (ANSWERS + GARMENT_POINTS.length)),
          shape: [n, ANSWERS + GARMENT_POINTS.length],
        },
      };
    },
  };
}

/** White, with a black box. */
function picture(width: number, height: number, box: { x0: number; x1: number; y0: number; y1: number }): RasterU8 {
  const raster = createRaster(width, height, 3);
  raster.data.fill(255);
  for (let y = box.y0; y < box.y1; y++) raster.data.fill(0, 3 * (y * width + box.x0), 3 * (y * width + box.x1));
  return raster;
}

describe('the garment reader', () => {
  const shown = picture(400, 200, { x0: 240, x1: 320, y0: 60, y1: 140 });

  it('looks closer at what it found, and tells where that lies in the picture', async () => {
    const read = await readGarment(drawnNetwork(), shown, 'top');
    const { square } = read;
    expect(square.side).toBeGreaterThan(80);
    expect(square.side).toBeLessThan(110);
    expect(Math.abs(square.x + square.side / 2 - 280)).toBeLessThan(3);
    expect(Math.abs(square.y + square.side / 2 - 100)).toBeLessThan(3);
  });

  it('turns the mirrored view back: parts, points and sides', async () => {
    const read = await readGarment(drawnNetwork(), shown, 'top');
    const middle = 64 * CELLS + 64;
    expect(read.parts[GARMENT_PARTS.indexOf('sleeveLeft')].data[middle]).toBeGreaterThan(0.99);
    expect(read.parts[GARMENT_PARTS.indexOf('sleeveRight')].data[middle]).toBeLessThan(0.01);
    const { shoulderLeft, shoulderRight } = read.points;
    const { x, side } = read.square;
    expect(Math.abs(shoulderLeft.x - (x + (40.5 / CELLS) * side))).toBeLessThan(0.5);
    expect(shoulderLeft.confidence).toBeGreaterThan(0.9);
    expect(shoulderRight.confidence).toBeLessThan(0.1);
    expect(shoulderLeft.presence).toBeCloseTo(0.5, 5);
  });

  it('names the category in the network’s order, and none where nobody named it', async () => {
    const asked: Inputs[] = [];
    await readGarment(drawnNetwork(asked), shown, 'dress');
    await readGarment(drawnNetwork(asked), shown, undefined);
    expect(asked.map((inputs) => [...inputs['category'].data])).toEqual([
      [0, 0, 1, 0, 0],
      [0, 0, 1, 0, 0, 0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it('looks at the whole picture where it finds nothing', async () => {
    const read = await readGarment(drawnNetwork(), picture(100, 60, { x0: 0, x1: 0, y0: 0, y1: 0 }), 'top');
    expect(read.square).toEqual({ x: 0, y: -20, side: 100 });
  });
});
