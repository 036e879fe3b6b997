import { Table } from './table';

/** How a sparse tensor is stored; see {@link densify}. */
export interface Sparsity {
  readonly traversalOrder: readonly number[];
  readonly blockMap: readonly number[];
  readonly dimensions: readonly SparseDimension[];
}

export type SparseDimension =
  | { readonly format: 'dense'; readonly size: number }
  | { readonly format: 'csr'; readonly segments: readonly number[]; readonly indices: readonly number[] };

export type TensorType = 'float32' | 'float16' | 'int32' | 'other';

export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: TensorType;
  /** Raw little-endian contents; empty for tensors that are computed. */
  readonly bytes: Uint8Array;
  readonly sparsity: Sparsity | null;
}

export interface TfliteOperator {
  /** Number in the BuiltinOperator enumeration of the TFLite schema. */
  readonly code: number;
  /** Tensor indices; -1 marks an absent optional input. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** The operator's own options table, null if it has none. */
  readonly options: Table | null;
}

export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

const TENSOR_TYPES: Readonly<Record<number, TensorType>> = { 0: 'float32', 1: 'float16', 2: 'int32' };

/**
 * Reads the single subgraph of a .tflite file.
 *
 * Throws: when the file identifier is not TFL3 or there is not exactly one subgraph.
 * Source: tensorflow/lite/schema/schema.fbs, version 3 (field numbers below are its field order).
 */
export function readTflite(bytes: Uint8Array): TfliteGraph {
  if (new TextDecoder('latin1').decode(bytes.subarray(4, 8)) !== 'TFL3') {
    throw new Error('expected a .tflite file with the identifier TFL3');
  }
  const model = Table.root(bytes);
  const graphs = model.tables(2);
  const [graph] = graphs;
  if (graph === undefined || graphs.length !== 1) {
    throw new Error(`expected one subgraph, found ${graphs.length}`);
  }
  const codes = model.tables(1).map((code) => Math.max(code.byte(0, 0), code.int(3, 0)));
  const buffers = model.tables(4);
  return {
    tensors: graph.tables(0).map((tensor) => readTensor(tensor, buffers)),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
    operators: graph.tables(3).map((operator) => ({
      code: codes[operator.int(0, 0)],
      inputs: operator.ints(1),
      outputs: operator.ints(2),
      options: operator.table(4),
    })),
  };
}

function readTensor(tensor: Table, buffers: readonly Table[]): TfliteTensor {
  const sparsity = tensor.table(6);
  return {
    name: tensor.string(3),
    shape: tensor.ints(0),
    type: TENSOR_TYPES[tensor.byte(1, 0)] ?? 'other',
    bytes: buffers[tensor.int(2, 0)].bytes(0),
    sparsity: sparsity === null ? null : readSparsity(sparsity),
  };
}

function readSparsity(sparsity: Table): Sparsity {
  return {
    traversalOrder: sparsity.ints(0),
    blockMap: sparsity.ints(1),
    dimensions: sparsity.tables(2).map((dimension) =>
      dimension.byte(0, 0) === 0
        ? { format: 'dense', size: dimension.int(1, 0) }
        : {
            format: 'csr',
            segments: readIndices(dimension.byte(2, 0), dimension.table(3)),
            indices: readIndices(dimension.byte(4, 0), dimension.table(5)),
          },
    ),
  };
}

/** SparseIndexVector union: 1 = Int32Vector, 2 = Uint16Vector, 3 = Uint8Vector. */
function readIndices(kind: number, vector: Table | null): number[] {
  if (vector === null) throw new Error('a compressed dimension lacks its index vector');
  if (kind === 1) return vector.ints(0);
  if (kind === 2) return vector.uint16s(0);
  if (kind === 3) return vector.uint8s(0);
  throw new Error(`unknown kind of sparse index vector ${kind}`);
}
