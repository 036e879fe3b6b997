import { createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { GARMENT_ANSWERS, GARMENT_PARTS, GARMENT_POINTS, readGarment } from './garment-reader';
import type { Network } from './network';

const CELLS = 128;
const PLANES = GARMENT_PARTS.length + 1 + GARMENT_POINTS.length;
const ANSWERS = Object.values(GARMENT_ANSWERS).reduce((sum, values) => sum + values.length, 0);
/** A logit large enough to decide an answer. */
const FAR = 12;

type Inputs = Parameters<Network['run']>[0];

/** Sees a left sleeve where the picture is dark, and the left shoulder at column 40 and row 64 of its planes. */
function drawnNetwork(asked: Inputs[] = []): Network {
  return {
    provider: 'cpu',
    inputNames: ['image', 'category'],
    outputNames: ['maps', 'answers'],
    close: async () => {},
    run: async (inputs) => {
      asked.push(inputs);
      const { data } = inputs['image'];
      const maps = new Float32Array(PLANES * CELLS * CELLS);
      const sleeve = GARMENT_PARTS.indexOf('sleeveLeft') * CELLS * CELLS;
      for (let i = 0; i < CELLS * CELLS; i++) {
        const isDark = data[Math.floor(i / CELLS) * 2 * 2 * CELLS + (i % CELLS) * 2] < 0;
        maps[(isDark ? sleeve : 0) + i] = FAR;
      }
      const shoulder = (GARMENT_PARTS.length + 1 + GARMENT_POINTS.indexOf('shoulderLeft')) * CELLS * CELLS;
      maps[shoulder + 64 * CELLS + 40] = 2 * FAR;
      const answers = new Float32Array(ANSWERS + GARMENT_POINTS.length);
      answers[GARMENT_ANSWERS.sleeveLeft.indexOf('folded')] = FAR;
      answers[ANSWERS + GARMENT_POINTS.indexOf('shoulderLeft')] = FAR;
      return {
        maps: { data: maps, shape: [1, PLANES, CELLS, CELLS] },
        answers: { data: answers, shape: [1, answers.length] },
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
  const seen = { x: 240, y: 60, width: 80, height: 80 };

  it('looks at a square around what stands out, and tells parts and points where they lie in the picture', async () => {
    const { square, parts, points } = await readGarment(drawnNetwork(), shown, 'top', seen);
    expect(square).toEqual({ x: 228, y: 48, side: 104 });
    const sleeve = parts[GARMENT_PARTS.indexOf('sleeveLeft')];
    expect(sleeve.data[64 * CELLS + 64]).toBeGreaterThan(0.99);
    expect(sleeve.data[2 * CELLS + 64]).toBeLessThan(0.01);
    expect(Math.abs(points.shoulderLeft.x - (228 + (40.5 / CELLS) * 104))).toBeLessThan(0.5);
    expect(points.shoulderLeft.confidence).toBeGreaterThan(0.9);
    expect(points.shoulderLeft.presence).toBeGreaterThan(0.99);
    expect(points.shoulderRight.confidence).toBeLessThan(0.1);
  });

  it('tells the likeliest answers', async () => {
    const { answers } = await readGarment(drawnNetwork(), shown, 'top', seen);
    expect(answers.sleeveLeft.value).toBe('folded');
    expect(answers.sleeveLeft.probability).toBeGreaterThan(0.99);
    expect(answers.view.probability).toBeCloseTo(1 / GARMENT_ANSWERS.view.length, 5);
  });

  it('names the category in the network’s order, and none where nobody named it', async () => {
    const asked: Inputs[] = [];
    await readGarment(drawnNetwork(asked), shown, 'dress', seen);
    await readGarment(drawnNetwork(asked), shown, undefined, seen);
    expect(asked.map((inputs) => [...inputs['category'].data])).toEqual([
      [0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
  });

  it('looks at the whole picture where nothing stands out', async () => {
    const read = await readGarment(drawnNetwork(), picture(100, 60, { x0: 0, x1: 0, y0: 0, y1: 0 }), 'top', null);
    expect(read.square).toEqual({ x: -15, y: -35, side: 130 });
  });
});
