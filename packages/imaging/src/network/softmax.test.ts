import { describe, expect, it } from '@jest/globals';
import { maxDifference, testRandom } from '../../test/planes';
import { softmaxByLabel } from './softmax';

describe('softmaxByLabel', () => {
  it.each([1, 3, 4, 50])('gives probabilities, channels of one label summed, for %i cells', (cells) => {
    const random = testRandom(cells);
    const logits = Float32Array.from({ length: 4 * cells }, () => 30 * random() - 15);
    const planes = softmaxByLabel(logits, cells, [0, 2, 1, 2], 4);
    for (let i = 0; i < cells; i++) {
      const exps = [0, 1, 2, 3].map((c) => Math.exp(logits[c * cells + i]));
      const sum = exps[0] + exps[1] + exps[2] + exps[3];
      const wanted = [exps[0] / sum, exps[2] / sum, (exps[1] + exps[3]) / sum, 0];
      expect(
        maxDifference(
          planes.map((plane) => plane[i]),
          wanted,
        ),
      ).toBeLessThan(1e-5);
    }
  });
});
