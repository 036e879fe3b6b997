import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { envelopeOf, factorise, type EntryVisitor } from './cholesky';

/** A random sparse matrix AᵀA + I as entries. */
function randomEntries(size: number, seed: number): [number, number, number][] {
  const random = testRandom(seed);
  const entries: [number, number, number][] = [];
  for (let i = 0; i < size; i++) entries.push([i, i, 1]);
  for (let n = 0; n < size * 2; n++) {
    const i = Math.floor(random() * size);
    const j = Math.floor(random() * size);
    const w = random();
    if (i === j) continue;
    entries.push([i, i, w], [j, j, w], [i, j, -w]);
  }
  return entries;
}

describe('factorise', () => {
  it.each([1, 2, 7, 40])('solves a random system of size %d', (size) => {
    const entries = randomEntries(size, size);
    const visit = (emit: EntryVisitor): void => entries.forEach(([i, j, v]) => emit(i, j, v));
    const random = testRandom(99);
    const x = Float64Array.from({ length: size }, () => random() - 0.5);
    const b = new Float64Array(size);
    for (const [i, j, v] of entries) {
      b[i] += v * x[j];
      if (i !== j) b[j] += v * x[i];
    }
    factorise(envelopeOf(size, visit), visit).solve(b);
    b.forEach((v, i) => expect(v).toBeCloseTo(x[i], 10));
  });

  it('refuses a matrix that is not positive definite', () => {
    const visit = (emit: EntryVisitor): void => (emit(0, 0, 1), emit(1, 1, 1), emit(0, 1, 2));
    expect(() => factorise(envelopeOf(2, visit), visit)).toThrow(RangeError);
  });
});
