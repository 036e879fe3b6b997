import { ProtobufWriter } from './protobuf';

/** An attribute: an integer, a list of them, a string, or `{ float }` (plain numbers would be ambiguous). */
export type OnnxAttribute = number | readonly number[] | string | { readonly float: number };

export interface OnnxValue {
  readonly name: string;
  readonly shape: readonly number[];
}

/** A node that is not written yet. */
export interface OnnxNodeToWrite {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
}

/** Operator set of the written files: the newest whose Resize and Pad run under CUDA in onnxruntime 1.30. */
const OPSET = 16;
/** Intermediate representation version that belongs to opset 16. */
const IR_VERSION = 8;
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT32 = 6;
const INT64 = 7;

/**
 * Collects nodes and constants of an ONNX graph and writes them in the order of the calls.
 *
 * Source: onnx/onnx.proto (ModelProto, GraphProto, NodeProto, AttributeProto, TensorProto; field numbers as there).
 */
export class OnnxGraphBuilder {
  private written: OnnxNodeToWrite[] = [];
  private readonly floatTensors = new Map<string, { shape: readonly number[]; values: Float32Array }>();
  private readonly intTensors = new Map<string, readonly number[]>();
  private readonly constants = new Map<string, ProtobufWriter>();

  /** Adds a node and returns the name of its output. Optional inputs that are absent are empty strings. */
  node(
    type: string,
    inputs: readonly string[],
    output: string,
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): string {
    this.written.push({ type, inputs, output, attributes });
    return output;
  }

  get nodes(): readonly OnnxNodeToWrite[] {
    return this.written;
  }

  /** Removes and returns all nodes, for rewriting the graph; constants stay, and only those that are used are kept at the end. */
  takeNodes(): readonly OnnxNodeToWrite[] {
    const taken = this.written;
    this.written = [];
    return taken;
  }

  floats(name: string, shape: readonly number[], values: Float32Array): string {
    this.floatTensors.set(name, { shape, values });
    return this.constant(name, shape, FLOAT, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  /** Throws: if there is no float constant of that name. */
  floatsOf(name: string): { readonly shape: readonly number[]; readonly values: Float32Array } {
    const tensor = this.floatTensors.get(name);
    if (tensor === undefined) throw new Error(`${name} are no constant floats`);
    return tensor;
  }

  ints(name: string, values: readonly number[]): string {
    this.intTensors.set(name, values);
    const raw = BigInt64Array.from(values, BigInt);
    return this.constant(name, [values.length], INT64, new Uint8Array(raw.buffer));
  }

  /** Throws: if there is no integer constant of that name. */
  intsOf(name: string): readonly number[] {
    const values = this.intTensors.get(name);
    if (values === undefined) throw new Error(`${name} are no constant whole numbers`);
    return values;
  }

  /** Adds a constant of 8- or 32-bit integers, of the list's type. */
  quanta(name: string, shape: readonly number[], values: Uint8Array | Int8Array | Int32Array): string {
    const type = values instanceof Uint8Array ? UINT8 : values instanceof Int8Array ? INT8 : INT32;
    return this.constant(name, shape, type, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  /** The bytes of the finished .onnx file; nodes that none of `outputs` needs are left out. */
  finish(graphName: string, inputs: readonly OnnxValue[], outputs: readonly OnnxValue[]): Uint8Array {
    const graph = new ProtobufWriter();
    const needed = new Set(outputs.map(({ name }) => name));
    const nodes: OnnxNodeToWrite[] = [];
    for (const node of [...this.written].reverse()) {
      if (!needed.has(node.output)) continue;
      node.inputs.forEach((name) => needed.add(name));
      nodes.unshift(node);
    }
    for (const node of nodes) graph.message(1, writeNode(node));
    graph.string(2, graphName);
    for (const [name, constant] of this.constants) if (needed.has(name)) graph.message(5, constant);
    for (const input of inputs) graph.message(11, writeValue(input));
    for (const output of outputs) graph.message(12, writeValue(output));
    return new ProtobufWriter()
      .int(1, IR_VERSION)
      .string(2, 'drape')
      .message(7, graph)
      .message(8, new ProtobufWriter().string(1, '').int(2, OPSET))
      .finish();
  }

  private constant(name: string, shape: readonly number[], type: number, raw: Uint8Array): string {
    if (this.constants.has(name)) return name;
    const tensor = new ProtobufWriter();
    for (const size of shape) tensor.int(1, size);
    this.constants.set(name, tensor.int(2, type).string(8, name).bytes(9, raw));
    return name;
  }
}

function writeNode({ type, inputs, output, attributes }: OnnxNodeToWrite): ProtobufWriter {
  const node = new ProtobufWriter();
  for (const input of inputs) node.string(1, input);
  node.string(2, output).string(3, `${type}:${output}`).string(4, type);
  for (const [name, value] of Object.entries(attributes)) node.message(5, writeAttribute(name, value));
  return node;
}

/** AttributeProto types: 1 FLOAT, 2 INT, 3 STRING, 7 INTS. */
function writeAttribute(name: string, value: OnnxAttribute): ProtobufWriter {
  const attribute = new ProtobufWriter().string(1, name);
  if (typeof value === 'number') return attribute.int(3, value).int(20, 2);
  if (typeof value === 'string') return attribute.string(4, value).int(20, 3);
  if ('float' in value) return attribute.float(2, value.float).int(20, 1);
  for (const item of value) attribute.int(8, item);
  return attribute.int(20, 7);
}

function writeValue({ name, shape }: OnnxValue): ProtobufWriter {
  const dimensions = new ProtobufWriter();
  for (const size of shape) dimensions.message(1, new ProtobufWriter().int(1, size));
  const tensor = new ProtobufWriter().int(1, FLOAT).message(2, dimensions);
  return new ProtobufWriter().string(1, name).message(2, new ProtobufWriter().message(1, tensor));
}
