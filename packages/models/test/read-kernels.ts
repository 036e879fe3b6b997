import { readOnnx } from '../src/onnx/read-onnx';
import { readProtobuf, type ProtobufField } from '../src/onnx/read-protobuf';

/** A kernel of bytes, [channels, rows · columns]. */
export interface ByteKernel {
  readonly layer: string;
  readonly channels: number;
  readonly weights: Int8Array;
}

const INT8 = 3;

/**
 * The kernels of all layers that compute with whole numbers: convolutions but depthwise ones, and products with a constant matrix.
 *
 * Fields: onnx.proto (ModelProto 7, GraphProto 5, TensorProto 1, 2, 8, 9).
 */
export function byteKernels(onnx: Uint8Array): ByteKernel[] {
  const { nodes } = readOnnx(onnx);
  const tensors = byteTensors(onnx);
  const sources = new Map(nodes.map(({ inputs, outputs }) => [outputs[0], inputs[0]]));
  return nodes.flatMap(({ type, inputs, outputs: [layer], ints }) => {
    const tensor = tensors.get(sources.get(inputs[1]) ?? '');
    if (tensor === undefined) return [];
    const { shape, weights } = tensor;
    if (type === 'MatMul')
      return columns(shape, weights).map((column) => ({ layer, channels: shape[0], weights: column }));
    if (type !== 'Conv' || (ints['group']?.[0] ?? 1) > 1) return [];
    const size = weights.length / shape[0];
    return Array.from({ length: shape[0] }, (_, k) => {
      return { layer, channels: shape[1], weights: weights.subarray(k * size, (k + 1) * size) };
    });
  });
}

function byteTensors(onnx: Uint8Array) {
  const graph = readProtobuf(chunks(readProtobuf(onnx), 7)[0]);
  return new Map(
    chunks(graph, 5).flatMap((bytes) => {
      const tensor = readProtobuf(bytes);
      if (tensor.find(({ field }) => field === 2)?.value !== INT8) return [];
      const shape = tensor.flatMap(({ field, value, packed }) => {
        if (field !== 1) return [];
        return value instanceof Uint8Array ? packed() : [value];
      });
      return [
        [new TextDecoder().decode(chunks(tensor, 8)[0]), { shape, weights: Int8Array.from(chunks(tensor, 9)[0]) }],
      ];
    }),
  );
}

function chunks(fields: readonly ProtobufField[], id: number): Uint8Array[] {
  return fields.flatMap(({ field, value }) => (field === id && value instanceof Uint8Array ? [value] : []));
}

function columns([rows, count]: readonly number[], weights: Int8Array): Int8Array[] {
  return Array.from({ length: count }, (_, c) => Int8Array.from({ length: rows }, (_, r) => weights[r * count + c]));
}
