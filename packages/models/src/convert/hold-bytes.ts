import type { OnnxAttribute, OnnxGraphBuilder } from '../onnx/graph-builder';
import type { OnnxTensor } from '../onnx/read-onnx';
import { largestPair } from './byte-pairs';

/** Least and largest value that a stored activation can have; the least is 0 after a ReLU. */
export type Range = readonly [least: number, largest: number];

interface HeldActivation {
  readonly range: Range;
  /** The value of one step of a byte. */
  readonly step: number;
  /** Name of the activation after conversion back from bytes. */
  readonly reading: string;
}

/** The activations that are stored in bytes, by name. */
export type Held = Map<string, HeldActivation>;

const BYTE_MAX = 255;
/**
 * Most that the magnitudes of two neighbouring weights may sum to: each is rounded up by half a step at most, and 128 is the limit after
 * rounding.
 */
const PAIR_MAX = 127;
/** Largest magnitude of a bias, in steps of the sum that it is added to; far within 32 bits. */
const BIAS_MAX = 2 ** 24;

/**
 * Stores an activation in bytes from here on: value = (byte − zero) · step, rounded, and clipped to `range`.
 *
 * Written as QuantizeLinear and DequantizeLinear: onnxruntime merges such pairs with the operators between them, so that those compute with
 * integers; a provider that cannot does the same arithmetic in floats.
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

/** The name to read for an activation: its bytes converted back, or itself. */
export function readingOf(held: Held, name: string): string {
  return held.get(name)?.reading ?? name;
}

/** The range that includes the values of several activations. */
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
 * A convolution of bytes with weights of −127…127, a separate step per kernel, and a bias of 32 bits.
 *
 * The steps are so large that every processor sums the products exactly (see {@link largestPair}): that costs .3 bit of the weights on
 * average.
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

/**
 * The step that brings a kernel's pairs into −127…127 and its bias, in units of the input's step, below BIAS_MAX; 1 for a kernel of zeros.
 */
function stepOf(pair: number, bias: number): number {
  return Math.max(pair / PAIR_MAX, bias / BIAS_MAX) || 1;
}

function heldOf(held: Held, name: string): HeldActivation {
  const activation = held.get(name);
  if (activation === undefined) throw new Error(`the activation ${name} is not held in bytes`);
  return activation;
}
