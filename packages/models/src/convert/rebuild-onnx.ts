import { OnnxGraphBuilder, type OnnxAttribute } from '../onnx/graph-builder';
import { readOnnx, type OnnxGraph, type OnnxNode } from '../onnx/read-onnx';
import {
  quantiseActivation,
  dequantisedName,
  widestRange,
  writeIntegerConv,
  type QuantisedActivations,
  type Range,
} from './quantise-activations';

export interface RebuildOptions {
  readonly input: { readonly name: string; readonly shape: readonly number[] };
  /** The one activation that is wanted, before its sigmoid; what only other outputs need is left out. */
  readonly from: string;
  /** The output's new name. */
  readonly name: string;
  /**
   * Activations that are stored in 8 bits, with the range that their values are clipped to. Default: none. See {@link quantiseActivation}.
   */
  readonly ranges?: Readonly<Record<string, Range>>;
}

type Shape = readonly [channels: number, height: number, width: number];

interface Rebuild {
  readonly graph: OnnxGraph;
  readonly producers: ReadonlyMap<string, OnnxNode>;
  /** The single ReLU that reads a convolution, by the convolution's output. */
  readonly rectified: ReadonlyMap<string, string>;
  readonly ranges: Readonly<Record<string, Range | undefined>>;
  readonly quantised: QuantisedActivations;
  readonly shapes: Map<string, Shape>;
  readonly onnx: OnnxGraphBuilder;
}

/**
 * Rewrites a convolutional .onnx network for a fixed input size, so that it takes less time and memory. Its function stays the same:
 *
 * - sizes that exporters compute at run time become constants, which lets onnxruntime keep its own layout through a Resize;
 * - a convolution over a concatenation becomes a sum of convolutions over its parts, so that the concatenation is never copied;
 * - what only other outputs need is left out.
 *
 * With `ranges` the function is only nearly the same: a convolution whose parts and whose ReLU all have a range is computed with 8-bit
 * integers, on one concatenation, in a third of the time.
 *
 * Determinism: equal bytes and options give equal bytes. Cost: a tenth of a second for 5 MB.
 * Throws: for an operator or a change of size that U²-Net does not have.
 */
export function rebuildOnnx(bytes: Uint8Array, graphName: string, options: RebuildOptions): Uint8Array {
  const { input, from, name, ranges = {} } = options;
  const graph = readOnnx(bytes);
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const order = reachable(graph, producers, from);
  const [, channels, height, width] = input.shape;
  const shapes = new Map<string, Shape>([[input.name, [channels, height, width]]]);
  const rectified = new Map(
    order.flatMap(({ type, inputs, outputs }) => (type === 'Relu' ? [[inputs[0], outputs[0]]] : [])),
  );
  const onnx = new OnnxGraphBuilder();
  const rebuild: Rebuild = { graph, producers, rectified, ranges, quantised: new Map(), shapes, onnx };
  quantiseListed(rebuild, input.name);
  for (const node of order) {
    const write = OPERATORS[node.type];
    if (write === undefined) throw new Error(`${graphName}: no rule for the operator ${node.type}`);
    write(rebuild, node);
    quantiseListed(rebuild, node.outputs[0]);
  }
  const found = shapes.get(from);
  if (found === undefined) throw new Error(`${graphName} has no activation ${from}`);
  onnx.node('Sigmoid', [from], name);
  return onnx.finish(graphName, [input], [{ name, shape: [1, ...found] }]);
}

/** The nodes that an activation depends on, in the graph's order, without those that compute sizes. */
function reachable(graph: OnnxGraph, producers: ReadonlyMap<string, OnnxNode>, output: string): OnnxNode[] {
  const needed = new Set<OnnxNode>();
  const visit = (name: string): void => {
    const node = producers.get(name);
    if (node === undefined || needed.has(node)) return;
    needed.add(node);
    activationsOf(node).forEach(visit);
  };
  visit(output);
  return graph.nodes.filter((node) => needed.has(node));
}

/** The inputs that are activations, that is, neither weights nor a Resize's sizes. */
function activationsOf({ type, inputs }: OnnxNode): readonly string[] {
  return type === 'Conv' || type === 'Resize' ? inputs.slice(0, 1) : inputs;
}

function quantiseListed({ onnx, quantised, ranges }: Rebuild, name: string): void {
  const range = ranges[name];
  if (range !== undefined) quantiseActivation(onnx, quantised, name, range);
}

/** A pooled or enlarged activation has the range of its source. */
function quantiseAs({ onnx, quantised }: Rebuild, name: string, source: string): void {
  const range = quantised.get(source)?.range;
  if (range !== undefined) quantiseActivation(onnx, quantised, name, range);
}

type Writer = (rebuild: Rebuild, node: OnnxNode) => void;

const OPERATORS: Readonly<Record<string, Writer | undefined>> = {
  Conv: writeConv,
  Resize: writeResize,
  Concat: writeConcat,
  MaxPool: writeMaxPool,
  Relu: writeSame,
  Sigmoid: writeSame,
  Add: writeSame,
};

function writeSame({ onnx, shapes, quantised }: Rebuild, { type, inputs, outputs: [output] }: OnnxNode): void {
  shapes.set(output, shapeOf(shapes, inputs[0]));
  const readings = inputs.map((name) => dequantisedName(quantised, name));
  onnx.node(type, readings, output);
}

/** Omits a Concat that only a convolution reads. */
function writeConcat(rebuild: Rebuild, { inputs, outputs: [output] }: OnnxNode): void {
  const parts = inputs.map((name) => shapeOf(rebuild.shapes, name));
  rebuild.shapes.set(output, [parts.reduce((sum, [channels]) => sum + channels, 0), parts[0][1], parts[0][2]]);
}

function writeMaxPool(rebuild: Rebuild, { inputs: [input], outputs: [output], ints }: OnnxNode): void {
  const { onnx, shapes, quantised } = rebuild;
  const [channels, height, width] = shapeOf(shapes, input);
  if (height % 2 !== 0 || width % 2 !== 0) throw new Error(`MaxPool of ${height} × ${width} does not halve it`);
  shapes.set(output, [channels, height / 2, width / 2]);
  const attributes = { kernel_shape: ints['kernel_shape'], strides: ints['strides'] };
  onnx.node('MaxPool', [dequantisedName(quantised, input)], output, attributes);
  quantiseAs(rebuild, output, input);
}

function writeResize(rebuild: Rebuild, { inputs, outputs: [output] }: OnnxNode): void {
  const { onnx, shapes, producers, quantised } = rebuild;
  const [channels, height, width] = shapeOf(shapes, inputs[0]);
  const [, tall, wide] = shapeOf(shapes, sizeGiver(producers, inputs[3]));
  const scale = tall / height;
  if (!Number.isInteger(scale) || wide / width !== scale) {
    throw new Error(`Resize from ${height} × ${width} to ${tall} × ${wide} is no whole factor`);
  }
  shapes.set(output, [channels, tall, wide]);
  const scales = onnx.floats(`scale${scale}`, [4], Float32Array.of(1, 1, scale, scale));
  onnx.node('Resize', [dequantisedName(quantised, inputs[0]), '', scales], output, {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  });
  quantiseAs(rebuild, output, inputs[0]);
}

/** The activation whose height and width reach a Resize through the exporter's chain of Shape, Gather, Concat and the like. */
function sizeGiver(producers: ReadonlyMap<string, OnnxNode>, sizes: string): string {
  const gathered = (name: string): string | null => {
    const node = producers.get(name);
    if (node === undefined || node.type === 'Shape') return null;
    if (node.type === 'Gather') return producers.get(node.inputs[0])?.inputs[0] ?? null;
    for (const input of node.inputs) {
      const found = gathered(input);
      if (found !== null) return found;
    }
    return null;
  };
  const giver = gathered(sizes);
  if (giver === null) throw new Error('a Resize whose sizes come from no other activation');
  return giver;
}

function writeConv(rebuild: Rebuild, node: OnnxNode): void {
  const { graph, shapes, producers, rectified, ranges, quantised } = rebuild;
  const [from, weightName, biasName] = node.inputs;
  const [output] = node.outputs;
  const weight = weightOf(graph, weightName);
  const bias = weightOf(graph, biasName);
  const attributes: Record<string, OnnxAttribute> = {};
  for (const name of ['dilations', 'kernel_shape', 'pads', 'strides']) attributes[name] = node.ints[name];
  const [, height, width] = shapeOf(shapes, from);
  shapes.set(output, [weight.shape[0], height, width]);
  const producer = producers.get(from);
  const parts = producer?.type === 'Concat' ? producer.inputs : [from];
  const inBytes = parts.every((part) => quantised.has(part)) && ranges[rectified.get(output) ?? ''] !== undefined;
  const write = inBytes ? writeInBytes : writeAsSum;
  write(rebuild, { parts, from, output, weightName, weight, biasName, bias, attributes });
}

interface Convolution {
  /** The activations that are concatenated. */
  readonly parts: readonly string[];
  /** Their concatenation, or the only one. */
  readonly from: string;
  readonly output: string;
  readonly weightName: string;
  readonly weight: Weight;
  readonly biasName: string;
  readonly bias: Weight;
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
}

/** With integers: here a concatenation costs little, and a sum would be rounded once more. */
function writeInBytes({ onnx, quantised }: Rebuild, convolution: Convolution): void {
  const { parts, from, output, weight, bias, attributes } = convolution;
  if (parts.length > 1) {
    const readings = parts.map((part) => dequantisedName(quantised, part));
    onnx.node('Concat', readings, from, { axis: 1 });
    quantiseActivation(onnx, quantised, from, widestRange(quantised, parts));
  }
  writeIntegerConv(onnx, quantised, { from, output, weight, bias: bias.values, attributes });
}

/** Writes a convolution over a concatenation as a sum of convolutions over its parts. */
function writeAsSum({ onnx, shapes, quantised }: Rebuild, convolution: Convolution): void {
  const { parts, output, weightName, weight, biasName, bias, attributes } = convolution;
  let first = 0;
  let sum = '';
  parts.forEach((part, i) => {
    const [channels] = shapeOf(shapes, part);
    const slice = parts.length === 1 ? weight : channelsOf(weight, first, channels);
    const weights = onnx.floats(`${weightName}.${i}`, slice.shape, slice.values);
    const input = dequantisedName(quantised, part);
    const inputs = i === 0 ? [input, weights, onnx.floats(biasName, bias.shape, bias.values)] : [input, weights];
    const last = i === parts.length - 1;
    const made = onnx.node('Conv', inputs, parts.length === 1 ? output : `${output}.part${i}`, attributes);
    if (i > 0) sum = onnx.node('Add', [sum, made], last ? output : `${output}.sum${i}`);
    else sum = made;
    first += channels;
  });
}

type Weight = ReturnType<typeof weightOf>;

/** The kernels' input channels [first, first + count). Layout: output, input, rows, columns. */
function channelsOf({ shape, values }: Weight, first: number, count: number): Weight {
  const [kernels, inputs, ...size] = shape;
  const area = size.reduce((product, side) => product * side, 1);
  const part = new Float32Array(kernels * count * area);
  for (let k = 0; k < kernels; k++) {
    const start = (k * inputs + first) * area;
    part.set(values.subarray(start, start + count * area), k * count * area);
  }
  return { shape: [kernels, count, ...size], values: part };
}

function weightOf(graph: OnnxGraph, name: string) {
  const weight = graph.weights.get(name);
  if (weight === undefined) throw new Error(`the weights ${name} are not constant floats`);
  return weight;
}

function shapeOf(shapes: ReadonlyMap<string, Shape>, name: string): Shape {
  const shape = shapes.get(name);
  if (shape === undefined) throw new Error(`the activation ${name} is used before it is made`);
  return shape;
}
