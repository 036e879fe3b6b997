import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { copyIn, copyOut, kernels, startKernels } from '../memory/kernels';
import { assemble, envelopeOf, type EntryVisitor, type Envelope } from './envelope';

/** The factor L of L·Lᵀ inside the envelope; null if the matrix is not positive definite. */
function factorOf(envelope: Envelope, visit: (emit: EntryVisitor) => void): Float64Array | null {
  const values = assemble(envelope, visit);
  startKernels();
  const at = copyIn(values);
  const { base, first } = envelope;
  if (!kernels().factoriseEnvelope(at, copyIn(base), copyIn(first), base.length)) return null;
  copyOut(at, values);
  return values;
}

/** Solves L·Lᵀ·x = b. */
function solve({ order, base, first }: Envelope, factor: Float64Array, b: Float64Array): Float64Array {
  const y = Float64Array.from(order, (row) => b[row]);
  for (let i = 0; i < y.length; i++) {
    for (let k = first[i]; k < i; k++) y[i] -= factor[base[i] + k] * y[k];
    y[i] /= factor[base[i] + i];
  }
  for (let i = y.length - 1; i >= 0; i--) {
    y[i] /= factor[base[i] + i];
    for (let k = first[i]; k < i; k++) y[k] -= factor[base[i] + k] * y[i];
  }
  const x = new Float64Array(b.length);
  order.forEach((row, i) => (x[row] = y[i]));
  return x;
}

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

describe('a factor inside an envelope', () => {
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
    const envelope = envelopeOf(size, visit);
    const factor = factorOf(envelope, visit);
    expect(factor).not.toBeNull();
    solve(envelope, factor ?? new Float64Array(0), b).forEach((v, i) => expect(v).toBeCloseTo(x[i], 10));
  });

  it('does not exist for a matrix that is not positive definite', () => {
    const visit = (emit: EntryVisitor): void => (emit(0, 0, 1), emit(1, 1, 1), emit(0, 1, 2));
    expect(factorOf(envelopeOf(2, visit), visit)).toBeNull();
  });
});
