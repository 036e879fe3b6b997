import { describe, expect, it } from '@jest/globals';
import { colourCost, learnClusters } from './colour-clusters';

describe('colour clusters', () => {
  const lab = new Float32Array(600);
  for (let i = 0; i < 200; i++) lab.set(i < 100 ? [30 + (i % 5), 10, 5] : [70 + (i % 5), -20, 30], 3 * i);
  const all = Array.from({ length: 200 }, (_, i) => i);

  it('finds two colours and judges each likely, another one unlikely', () => {
    const clusters = learnClusters(lab, all, 2);
    expect(clusters?.count).toBe(2);
    expect(colourCost(clusters, 32, 10, 5)).toBeLessThan(5);
    expect(colourCost(clusters, 72, -20, 30)).toBeLessThan(5);
    expect(colourCost(clusters, 50, 40, -40)).toBe(14);
  });

  it('learns nothing from a handful of pixels', () => {
    expect(learnClusters(lab, [1, 2, 3], 2)).toBeNull();
  });
});
