import type { OnnxAttribute, OnnxGraphBuilder } from '../onnx/graph-builder';
import type { OnnxTensor } from '../onnx/read-onnx';
import { largestPair } from './byte-pairs';

/** Least and largest value that an activation can hold; the least is 0 behind a ReLU. */
export type Range = readonly [least: number, largest: number];

interface HeldActivation {
  readonly range: Range;
  /** What a byte's step is worth. */
  readonly step: number;
  /** Name of the activation as it is read back from its bytes. */
  readonly reading: string;
}

/** The activations that are held in bytes, by name. */
export type Held = Map<string, HeldActivation>;

const BYTE_MAX = 255;
/** Of a weight, and of two neighbours together: each is rounded up by half a step at most, and 128 is the most that they may reach. */
const PAIR_MAX = 127;
/** Keeps a bias, counted in steps of the sum that it joins, far inside of 32 bits. */
const BIAS_MAX = 2 ** 24;

/**
 * Holds an activation in bytes from here on: value = (byte − zero) · step, rounded, and cut to `range`.
 *
 * Written as QuantizeLinear and DequantizeLinear: onnxruntime draws such pairs into the operators between them, so that those compute
 * with whole numbers; a provider that cannot does the same arithmetic in floats.
 */
export function hold(onnx: OnnxGraphBuilder, held: Held, name: string, range: Range): void {
  const [least, largest] = range;
  const step = Math.fround((largest - least) / BYTE_MAX);
  const stepName = onnx.floats(`${name}.step`, [], Float32Array.of(step));
  const zero = onnx.quanta(`${name}.zero`, [], Uint8Array.of(Math.round(-least / step)));
  const bytes = onnx.node('QuantizeLinear', [name, stepName, zero], `${name}.bytes`);
  const reading = onnx.node('DequantizeLinear', [bytes, stepName, zero], `${name}.reading`);
  held.set(name, { range, step, reading });
}

/** What to read where an activation is wanted: its bytes read back, or itself. */
export function readingOf(held: Held, name: string): string {
  return held.get(name)?.reading ?? name;
}

/** The range that holds the values of several activations. */
export function widest(held: Held, names: readonly string[]): Range {
  const ranges = names.map((name) => heldOf(held, name).range);
  return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, largest]) => largest))];
}

export interface WholeConv {
  readonly from: string;
  readonly output: string;
  readonly weight: OnnxTensor;
  readonly bias: Float32Array;
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
}

/**
 * A convolution of bytes with weights of −127…127, each kernel with a step of its own, and a bias of 32 bits.
 *
 * The steps are so large that every processor sums the products exactly (see {@link largestPair}): .3 bit of the weights on the average.
 */
export function writeWholeConv(onnx: OnnxGraphBuilder, held: Held, convolution: WholeConv): void {
  const { from, output, weight, bias, attributes } = convolution;
  const { step, reading } = heldOf(held, from);
  const kernels = bias.length;
  const size = weight.values.length / kernels;
  const steps = new Float32Array(kernels);
  const sums = new Float32Array(kernels);
  const weights = new Int8Array(weight.values.length);
  const biases = new Int32Array(kernels);
  for (let k = 0; k < kernels; k++) {
    const kernel = weight.values.subarray(k * size, (k + 1) * size);
    steps[k] = stepOf(largestPair(kernel, weight.shape[1]), Math.abs(bias[k]) / step);
    sums[k] = steps[k] * step;
    for (let i = 0; i < size; i++) weights[k * size + i] = Math.round(kernel[i] / steps[k]);
    biases[k] = Math.round(bias[k] / sums[k]);
  }
  const zeros = onnx.quanta(`${output}.weight.zero`, [kernels], new Int8Array(kernels));
  const inputs = [
    onnx.quanta(`${output}.weight`, weight.shape, weights),
    onnx.floats(`${output}.step`, [kernels], steps),
  ];
  const readWeights = onnx.node('DequantizeLinear', [...inputs, zeros], `${output}.weight.reading`, { axis: 0 });
  const biasInputs = [onnx.quanta(`${output}.bias`, [kernels], biases), onnx.floats(`${output}.sum`, [kernels], sums)];
  const biasZeros = onnx.quanta(`${output}.bias.zero`, [kernels], new Int32Array(kernels));
  const readBias = onnx.node('DequantizeLinear', [...biasInputs, biasZeros], `${output}.bias.reading`, { axis: 0 });
  onnx.node('Conv', [reading, readWeights, readBias], output, attributes);
}

/** The step that brings a kernel's pairs to −127…127 and its bias, in units of the input's step, below BIAS_MAX; 1 for an empty kernel. */
function stepOf(pair: number, bias: number): number {
  return Math.max(pair / PAIR_MAX, bias / BIAS_MAX) || 1;
}

function heldOf(held: Held, name: string): HeldActivation {
  const activation = held.get(name);
  if (activation === undefined) throw new Error(`the activation ${name} is not held in bytes`);
  return activation;
}
