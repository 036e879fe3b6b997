import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { openCrotch } from './crotch-gap';

const [W, H] = [120, 200];

/** Trousers with a gap of 10 columns from y 80 down; above it shade as far from the ground's colour as told, up to y 66. */
function trousers(shade: number, cloth = 80): { shape: PlaneF32; far: PlaneF32 } {
  const [shape, far] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 10; y < 190; y++) {
    for (let x = 10; x < 110; x++) {
      const between = x >= 55 && x < 65;
      shape.data[y * W + x] = between && y >= 80 ? 0 : 1;
      far.data[y * W + x] = between && y >= 66 ? (y >= 80 ? 4 : shade) : cloth;
    }
  }
  return { shape, far };
}

describe('openCrotch', () => {
  it('carries the gap on through its own shade', () => {
    const { shape, far } = trousers(50);
    const opened = openCrotch(shape, far);
    expect(opened?.data[70 * W + 60]).toBe(0);
    expect(opened?.data[60 * W + 60]).toBe(1);
    expect(opened?.data[70 * W + 50]).toBe(1);
  });

  it('leaves cloth, and cloth that hardly differs from the ground', () => {
    for (const { shape, far } of [trousers(78), trousers(10, 15)]) expect(openCrotch(shape, far)).toBeNull();
  });

  it('leaves a skirt', () => {
    const { shape, far } = trousers(50);
    expect(openCrotch({ ...shape, data: shape.data.map((_, i) => (far.data[i] > 0 ? 1 : 0)) }, far)).toBeNull();
  });
});
