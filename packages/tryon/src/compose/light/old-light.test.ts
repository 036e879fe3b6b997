import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { addLight } from './old-light';

const [W, H] = [60, 60];
const FOLD = 30 * W + 30;

/** Gain in a dark fold of plain old fabric that runs down column 30, and beside it; `trousers`: the fabric is a pair of them. */
function light(trousers: number | null): { fold: number; beside: number } {
  const full = (value: number) => createPlane(W, H, value);
  const log = full(-1);
  for (let y = 0; y < H; y++) for (let x = 28; x < 33; x++) log.data[y * W + x] = -1.15;
  const gain = full(1);
  const legs = trousers === null ? null : full(trousers);
  addLight({ garment: full(1), sw: 40 }, gain, { log, weight: full(1), legs });
  return { fold: gain.data[FOLD], beside: gain.data[FOLD - 15] };
}

describe('addLight', () => {
  it('carries folds of plain fabric over', () => {
    const { fold, beside } = light(null);
    expect(fold).toBeLessThan(0.98 * beside);
    expect(light(0).fold).toBe(fold);
  });

  it('carries none of trousers over to what is no pair of trousers', () => {
    const { fold, beside } = light(1);
    expect(Math.abs(fold - beside)).toBeLessThan(0.01);
  });
});
