import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { sigmoidsOf } from './sigmoid';

describe('sigmoidsOf', () => {
  it('equals what JavaScript computes, bit for bit, and leaves the logits alone', () => {
    const random = testRandom(1);
    const logits = Float32Array.from({ length: 5001 }, (_, i) => (i % 2 === 0 ? 40 : 1) * (random() - 0.5));
    logits.set([0, -0, 1, -1, 88, -88, 104, -104, 1e4, -1e4, Infinity, -Infinity, 1e-12, -1e-12]);
    const before = logits.slice();
    expect(sigmoidsOf(logits)).toEqual(logits.map((x) => 1 / (1 + Math.exp(-x))));
    expect(logits).toEqual(before);
  });
});
