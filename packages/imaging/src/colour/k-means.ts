import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';

/** The result of k-means; a cluster without members has a count of 0. */
export interface ClusterSums {
  /** Three numbers per cluster. */
  readonly means: Float64Array;
  /** Sums of squared distances from the mean along each axis, then the count: four numbers per cluster. */
  readonly spread: Float64Array;
}

/**
 * K-means of colours in Lab, starting from the given means; lightness counts half.
 *
 * Layout: `sample`: all L, then all a, then all b; `means`: L a b of each cluster. Cost: 1 ns per colour, cluster and round.
 */
export function kMeansOf(sample: Float64Array, means: Float64Array, rounds: number): ClusterSums {
  const [count, clusters] = [sample.length / 3, means.length / 3];
  const { kMeans } = kernels();
  startKernels();
  // two at a time: the padding of the last pair is in no cluster's sums
  const pitch = count + (count & 1);
  const planes = new Float64Array(3 * pitch);
  for (let c = 0; c < 3; c++) planes.set(sample.subarray(c * count, (c + 1) * count), c * pitch);
  const [from, centres] = [copyIn(planes), copyIn(means)];
  const spread = reserve(32 * clusters);
  kMeans(from, count, pitch, centres, clusters, rounds, reserve(8 * pitch), spread);
  const found = { means: new Float64Array(means.length), spread: new Float64Array(4 * clusters) };
  copyOut(centres, found.means);
  copyOut(spread, found.spread);
  return found;
}
