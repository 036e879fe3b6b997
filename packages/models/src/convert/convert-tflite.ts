import { OnnxGraphBuilder } from '../onnx/graph-builder';
import { densify } from '../tflite/densify';
import { halfToFloat } from '../tflite/half';
import { readTflite, type TfliteGraph, type TfliteOperator, type TfliteTensor } from '../tflite/read-tflite';
import { mixBeforeEnlarging } from './mix-before-enlarging';
import { splitIntoStrips } from './split-into-strips';
import { foldPadding } from './fold-padding';
import { OPERATORS } from './operators';

/** What an operator's conversion may read and write. */
export interface Conversion {
  readonly onnx: OnnxGraphBuilder;
  /** The tensor of an operator's n-th input. Throws if it is absent. */
  input(n: number): TfliteTensor;
  /** Name of the n-th input as an activation, '' if the optional input is absent. */
  name(n: number): string;
  /** Float values of the n-th input, which must be constant, in TFLite's own order. */
  floats(n: number): Float32Array;
  /** Integer values of the n-th input, which must be constant. */
  ints(n: number): number[];
  readonly output: TfliteTensor;
  readonly outputName: string;
  readonly operator: TfliteOperator;
}

const DEQUANTIZE = 6;
const DENSIFY = 124;

/**
 * Converts a float .tflite network (weights float32 or float16, dense or sparse) to ONNX.
 *
 * Layout: activations of rank 4, including the graph's inputs and outputs, change from NHWC to NCHW; other ranks stay. `outputs` names the
 * wanted outputs, all if absent: what only other outputs need is left out, since onnxruntime computes the whole graph whichever outputs are
 * requested.
 * Cost: about 1 s for 27 MB. Determinism: equal input bytes give equal output bytes.
 * Throws: for an operator, activation or data type that none of our networks has, and for an output that the network lacks.
 */
export function convertTflite(bytes: Uint8Array, graphName: string, outputs?: readonly string[]): Uint8Array {
  const graph = readTflite(bytes);
  const onnx = new OnnxGraphBuilder();
  const constants = foldConstants(graph);
  for (const operator of graph.operators) {
    if (operator.code === DEQUANTIZE || operator.code === DENSIFY) continue;
    const convert = OPERATORS[operator.code];
    if (convert === undefined) throw new Error(`${graphName}: no conversion for TFLite operator ${operator.code}`);
    convert(conversionOf(graph, operator, onnx, constants));
  }
  const value = (index: number) => ({ name: valueName(graph, index), shape: toNchw(graph.tensors[index].shape) });
  const made = graph.outputs.map(value);
  const shapes = new Map(graph.tensors.map((tensor, index) => [valueName(graph, index), toNchw(tensor.shape)]));
  for (const { name } of made) splitIntoStrips(onnx, shapes, name);
  mixBeforeEnlarging(onnx, shapes);
  foldPadding(onnx);
  const wanted = outputs?.map((name) => {
    const output = made.find((one) => one.name === name);
    if (output === undefined) throw new Error(`${graphName} has no output ${name}`);
    return output;
  });
  return onnx.finish(graphName, graph.inputs.map(value), wanted ?? made);
}

/** Shape of an activation after conversion. */
export function toNchw(shape: readonly number[]): number[] {
  const [n, h, w, c] = shape;
  return shape.length === 4 ? [n, c, h, w] : [...shape];
}

/** Graph inputs and outputs keep their names; every other value is named by its number. */
function valueName(graph: TfliteGraph, index: number): string {
  return graph.inputs.includes(index) || graph.outputs.includes(index) ? graph.tensors[index].name : `t${index}`;
}

/** Values of all constant float tensors, with DENSIFY and DEQUANTIZE of weights already applied. */
function foldConstants(graph: TfliteGraph): Map<number, Float32Array> {
  const values = new Map<number, Float32Array>();
  graph.tensors.forEach((tensor, index) => {
    const floats = readFloats(tensor);
    if (floats !== null) values.set(index, floats);
  });
  for (const { code, inputs, outputs } of graph.operators) {
    const value = values.get(inputs[0]);
    if (code !== DEQUANTIZE && code !== DENSIFY) continue;
    if (value === undefined) throw new Error(`operator ${code} on ${graph.tensors[inputs[0]].name} is not constant`);
    values.set(outputs[0], value);
  }
  return values;
}

function readFloats(tensor: TfliteTensor): Float32Array | null {
  if (tensor.bytes.length === 0 || (tensor.type !== 'float32' && tensor.type !== 'float16')) return null;
  const stored =
    tensor.type === 'float16' ? halfToFloat(tensor.bytes) : new Float32Array(Uint8Array.from(tensor.bytes).buffer);
  return tensor.sparsity === null ? stored : densify(stored, tensor.shape, tensor.sparsity);
}

function conversionOf(
  graph: TfliteGraph,
  operator: TfliteOperator,
  onnx: OnnxGraphBuilder,
  constants: ReadonlyMap<number, Float32Array>,
): Conversion {
  const input = (n: number): TfliteTensor => {
    const tensor = graph.tensors[operator.inputs[n]];
    if (tensor === undefined) throw new Error(`TFLite operator ${operator.code} lacks input ${n}`);
    return tensor;
  };
  const floats = (n: number): Float32Array => {
    const values = constants.get(operator.inputs[n]);
    if (values === undefined) throw new Error(`input ${n} of TFLite operator ${operator.code} is not constant`);
    return values;
  };
  const name = (n: number): string => {
    const index = operator.inputs[n] ?? -1;
    if (index < 0) return '';
    const values = constants.get(index);
    return values === undefined
      ? valueName(graph, index)
      : onnx.floats(`c${index}`, ...transposeConstant(graph.tensors[index].shape, values));
  };
  return {
    onnx,
    operator,
    input,
    name,
    floats,
    ints: (n) => readInts(input(n)),
    output: graph.tensors[operator.outputs[0]],
    outputName: valueName(graph, operator.outputs[0]),
  };
}

/**
 * Constants combined with activations: rank 4 is transposed, lower ranks [H,] [W,] C get the dimensions that broadcasting over NCHW needs.
 */
function transposeConstant(shape: readonly number[], values: Float32Array): [number[], Float32Array] {
  const [h, w, c] = [1, 1, 1, ...shape].slice(-3);
  const planar = new Float32Array(values.length);
  const batch = values.length / (h * w * c);
  for (let n = 0; n < batch; n++) {
    for (let p = 0; p < h * w; p++) {
      for (let k = 0; k < c; k++) planar[(n * c + k) * h * w + p] = values[(n * h * w + p) * c + k];
    }
  }
  return [shape.length === 4 ? [batch, c, h, w] : [c, h, w], planar];
}

function readInts(tensor: TfliteTensor): number[] {
  if (tensor.type !== 'int32' || tensor.bytes.length === 0) throw new Error(`${tensor.name} is not constant int32`);
  return [...new Int32Array(Uint8Array.from(tensor.bytes).buffer)];
}
