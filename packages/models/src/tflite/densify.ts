import type { Sparsity } from './read-tflite';

/**
 * Expands the values of a block-sparse tensor.
 *
 * Layout: `values` in storage order; the result is row-major in `shape`. With n dimensions and k blocked ones the storage
 * has n + k levels; `traversalOrder` says which dimension each level walks (numbers ≥ n are the inner parts of the
 * dimensions in `blockMap`), and each level is dense or compressed (CSR: segments by parent position, then indices).
 * Throws: unless every stored value is consumed exactly once, so that a misread format cannot go unnoticed.
 * Source: tensorflow/lite/tools/optimize/sparsity/format_converter.cc (FormatConverter::SparseToDense).
 */
export function densify(values: Float32Array, shape: readonly number[], sparsity: Sparsity): Float32Array {
  const { traversalOrder, blockMap, dimensions } = sparsity;
  const rank = shape.length;
  const blockSize = blockSizes(sparsity, rank);
  const dense = new Float32Array(shape.reduce((a, b) => a * b, 1));
  const index = dimensions.map(() => 0);
  let consumed = 0;

  const store = (position: number): void => {
    const target = shape.map((_, d) => index[d] * blockSize[d]);
    blockMap.forEach((d, b) => {
      target[d] += index[rank + b];
    });
    dense[target.reduce((offset, t, d) => offset * shape[d] + t, 0)] = values[position];
    consumed++;
  };
  const walk = (level: number, parent: number): void => {
    const dimension = dimensions[level];
    if (dimension === undefined) return store(parent);
    const axis = traversalOrder[level];
    if (dimension.format === 'dense') {
      for (let i = 0; i < dimension.size; i++) {
        index[axis] = i;
        walk(level + 1, parent * dimension.size + i);
      }
      return;
    }
    for (let p = dimension.segments[parent]; p < dimension.segments[parent + 1]; p++) {
      index[axis] = dimension.indices[p];
      walk(level + 1, p);
    }
  };
  walk(0, 0);
  if (consumed !== values.length) {
    throw new Error(`a sparse tensor holds ${values.length} values, ${consumed} were placed`);
  }
  return dense;
}

/** Block size along each original dimension; 1 if it is not blocked. */
function blockSizes({ traversalOrder, blockMap, dimensions }: Sparsity, rank: number): number[] {
  const sizes = Array.from({ length: rank }, () => 1);
  blockMap.forEach((axis, b) => {
    const level = dimensions[traversalOrder.indexOf(rank + b)];
    if (level.format !== 'dense') throw new Error('the inner part of a block must be dense');
    sizes[axis] = level.size;
  });
  return sizes;
}
