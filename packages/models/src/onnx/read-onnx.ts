import { readProtobuf, type ProtobufField } from './read-protobuf';

/** A node with the attributes that convolutional networks have: integers and lists of them. */
export interface OnnxNode {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly ints: Readonly<Record<string, readonly number[]>>;
}

export interface OnnxTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  /** Constant float tensors by name. */
  readonly weights: ReadonlyMap<string, OnnxTensor>;
}

const INT_ATTRIBUTE = 2;
const INTS_ATTRIBUTE = 7;
const FLOAT_DATA = 1;

/** Nodes, in their order, and float weights of an .onnx file. Fields: onnx.proto of opset 11. */
export function readOnnx(bytes: Uint8Array): OnnxGraph {
  const model = readProtobuf(bytes);
  const graph = readProtobuf(messages(model, 7)[0]);
  const weights = new Map<string, OnnxTensor>();
  for (const tensor of messages(graph, 5).map(readProtobuf)) {
    if (number(tensor, 2) !== FLOAT_DATA) continue;
    const [raw] = messages(tensor, 9);
    weights.set(text(tensor, 8), { shape: numbers(tensor, 1), values: new Float32Array(Uint8Array.from(raw).buffer) });
  }
  return { nodes: messages(graph, 1).map(readNode), weights };
}

function readNode(bytes: Uint8Array): OnnxNode {
  const node = readProtobuf(bytes);
  const ints: Record<string, readonly number[]> = {};
  for (const attribute of messages(node, 5).map(readProtobuf)) {
    const type = number(attribute, 20);
    if (type === INT_ATTRIBUTE) ints[text(attribute, 1)] = [number(attribute, 3)];
    if (type === INTS_ATTRIBUTE) ints[text(attribute, 1)] = numbers(attribute, 8);
  }
  return { type: text(node, 4), inputs: messages(node, 1).map(decode), outputs: messages(node, 2).map(decode), ints };
}

function messages(fields: readonly ProtobufField[], id: number): Uint8Array[] {
  return fields.flatMap(({ field, value }) => (field === id && value instanceof Uint8Array ? [value] : []));
}

/** Repeated integers, packed or not. */
function numbers(fields: readonly ProtobufField[], id: number): number[] {
  return fields.flatMap(({ field, value, packed }) => {
    if (field !== id) return [];
    return value instanceof Uint8Array ? packed() : [value];
  });
}

function number(fields: readonly ProtobufField[], id: number): number {
  return numbers(fields, id)[0] ?? 0;
}

function text(fields: readonly ProtobufField[], id: number): string {
  return messages(fields, id).map(decode)[0] ?? '';
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
