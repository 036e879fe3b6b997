import { describe, expect, it } from '@jest/globals';
import { densify } from './densify';

describe('densify', () => {
  it('places the values of compressed rows', () => {
    const sparsity = {
      traversalOrder: [0, 1],
      blockMap: [],
      dimensions: [
        { format: 'dense', size: 3 },
        { format: 'csr', segments: [0, 2, 2, 3], indices: [0, 3, 1] },
      ],
    } as const;
    expect([...densify(Float32Array.of(1, 2, 3), [3, 4], sparsity)]).toEqual([1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0]);
  });

  it('places blocks of 2×2 in the order of their storage', () => {
    const sparsity = {
      traversalOrder: [0, 1, 2, 3],
      blockMap: [0, 1],
      dimensions: [
        { format: 'dense', size: 2 },
        { format: 'csr', segments: [0, 1, 2], indices: [1, 0] },
        { format: 'dense', size: 2 },
        { format: 'dense', size: 2 },
      ],
    } as const;
    const values = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect([...densify(values, [4, 4], sparsity)]).toEqual([0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0]);
  });

  it('walks columns first where the traversal order says so', () => {
    const sparsity = {
      traversalOrder: [1, 0],
      blockMap: [],
      dimensions: [
        { format: 'dense', size: 3 },
        { format: 'csr', segments: [0, 1, 1, 2], indices: [1, 0] },
      ],
    } as const;
    expect([...densify(Float32Array.of(5, 6), [2, 3], sparsity)]).toEqual([0, 0, 6, 5, 0, 0]);
  });

  it('refuses values that no index names', () => {
    const sparsity = {
      traversalOrder: [0],
      blockMap: [],
      dimensions: [{ format: 'csr', segments: [0, 1], indices: [2] }],
    } as const;
    expect(() => densify(Float32Array.of(1, 2), [4], sparsity)).toThrow('holds 2 values, 1 were placed');
  });
});
