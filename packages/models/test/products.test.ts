import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadModels, type Models } from '../src';
import expectations from './expectations/products.json';
import { readSample } from './read-picture';

const CELLS = 20;

/** Means of the map in 20×20 cells. */
function cellsOf({ width, data }: { readonly width: number; readonly data: Float32Array }): Float64Array {
  const cells = new Float64Array(CELLS * CELLS);
  const side = width / CELLS;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor((i % width) / side), Math.floor(i / width / side)];
    cells[y * CELLS + x] += data[i] / side ** 2;
  }
  return cells;
}

/** expectations/products.json holds the cells' means of the cut-out network's map as it is built without `ranges`, in floats. */
describe('products in the sample pictures', () => {
  let models: Models;
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
  });
  afterAll(() => models.close());

  it.each(expectations)('are seen in 8 bits as they are in floats: $name', async ({ name, hundredths }) => {
    const cells = cellsOf(await models.cutOut(await readSample(name)));
    const errors = hundredths.map((value, i) => Math.abs(value / 100 - cells[i])).sort((a, b) => a - b);
    expect(errors[errors.length - 1]).toBeLessThan(0.1);
    expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(0.025);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.006);
  });
});
