import type { OnnxAttribute, OnnxGraphBuilder } from '../onnx/graph-builder';
import type { OnnxTensor } from '../onnx/read-onnx';
import { largestPair } from './byte-pairs';

/** Least and largest value that a stored activation can have; the least is 0 after a ReLU. */
export type Range = readonly [least: number, largest: number];

interface QuantisedActivation {
  readonly range: Range;
  /** The value of one step of a byte. */
  readonly step: number;
  /** Name of the activation after conversion back from bytes. */
  readonly dequantised: string;
}

/** The activations that are stored in bytes, by name. */
export type QuantisedActivations = Map<string, QuantisedActivation>;

const BYTE_MAX = 255;
/**
 * Most that the magnitudes of two neighbouring weights may sum to: each is rounded up by half a step at most, and 128 is the limit after
 * rounding.
 */
const PAIR_SUM_MAX = 127;
/** Largest magnitude of a bias, in steps of the sum that it is added to; far within 32 bits. */
const BIAS_MAX = 2 ** 24;

/**
 * Stores an activation in bytes from here on: value = (byte − zero) · step, rounded, and clipped to `range`.
 *
 * Written as QuantizeLinear and DequantizeLinear: onnxruntime merges such pairs with the operators between them, so that those compute with
 * integers; a provider that cannot does the same arithmetic in floats.
 */
export function quantiseActivation(
  onnx: OnnxGraphBuilder,
  quantised: QuantisedActivations,
  name: string,
  range: Range,
): void {
  const [least, largest] = range;
  const step = Math.fround((largest - least) / BYTE_MAX);
  const stepName = onnx.floats(`${name}.step`, [], Float32Array.of(step));
  const zero = onnx.quanta(`${name}.zero`, [], Uint8Array.of(Math.round(-least / step)));
  const bytes = onnx.node('QuantizeLinear', [name, stepName, zero], `${name}.bytes`);
  const dequantised = onnx.node('DequantizeLinear', [bytes, stepName, zero], `${name}.reading`);
  quantised.set(name, { range, step, dequantised });
}

/** The name to read for an activation: its bytes converted back, or itself. */
export function dequantisedName(quantised: QuantisedActivations, name: string): string {
  return quantised.get(name)?.dequantised ?? name;
}

/** The range that includes the values of several activations. */
export function widestRange(quantised: QuantisedActivations, names: readonly string[]): Range {
  const ranges = names.map((name) => quantisedOf(quantised, name).range);
  return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, largest]) => largest))];
}

export interface IntegerConv {
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
export function writeIntegerConv(
  onnx: OnnxGraphBuilder,
  quantised: QuantisedActivations,
  convolution: IntegerConv,
): void {
  const { from, output, weight, bias, attributes } = convolution;
  const { step, dequantised } = quantisedOf(quantised, from);
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
  onnx.node('Conv', [dequantised, readWeights, readBias], output, attributes);
}

/**
 * The step that brings a kernel's pairs into −127…127 and its bias, in units of the input's step, below BIAS_MAX; 1 for a kernel of zeros.
 */
function stepOf(pair: number, bias: number): number {
  return Math.max(pair / PAIR_SUM_MAX, bias / BIAS_MAX) || 1;
}

function quantisedOf(quantised: QuantisedActivations, name: string): QuantisedActivation {
  const activation = quantised.get(name);
  if (activation === undefined) throw new Error(`the activation ${name} is not held in bytes`);
  return activation;
}
