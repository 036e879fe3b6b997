import type { Table } from '../tflite/table';
import type { OnnxAttribute } from '../onnx/graph-builder';
import { toNchw, type Conversion } from './convert-tflite';
import { BLOCK, passThrough, POINTWISE, scaleChannels } from './scale-channels';

type Convert = (c: Conversion) => void;

/**
 * One conversion per TFLite operator that our networks contain, by its BuiltinOperator number.
 *
 * Source: tensorflow/lite/schema/schema.fbs (numbers, option fields), tensorflow/lite/kernels/*.cc (meaning),
 * https://onnx.ai/onnx/operators (target, opset 16).
 */
export const OPERATORS: Readonly<Record<number, Convert>> = {
  0: binary('Add'),
  1: pool('AveragePool', { count_include_pad: 0 }),
  2: concatenate,
  3: convolve,
  4: convolveDepthwise,
  5: depthToSpace,
  14: unary('Sigmoid'),
  17: pool('MaxPool'),
  18: binary('Mul'),
  19: unary('Relu'),
  22: reshape,
  23: resizeBilinear,
  34: pad,
  40: mean,
  54: prelu,
  117: hardSwish,
};

const [RELU, RELU6] = [1, 3];

function optionsOf(c: Conversion): Table {
  if (c.operator.options === null) throw new Error(`TFLite operator ${c.operator.code} lacks its options`);
  return c.operator.options;
}

function unary(type: string): Convert {
  return (c) => {
    c.onnx.node(type, [c.name(0)], c.outputName);
  };
}

/**
 * A sum clipped by ReLU6 first passes through a convolution with ones: onnxruntime's blocked layout has no Clip of its own, only one fused
 * into a convolution, and leaving that layout costs more.
 */
function binary(type: string): Convert {
  return (c) => {
    const fused = optionsOf(c).byte(0, 0);
    const channels = c.output.shape.at(-1) ?? 0;
    activated(c, fused, (output) => {
      const inLayout = type === 'Add' && fused === RELU6 && c.output.shape.length === 4 && channels % BLOCK === 0;
      const sum = c.onnx.node(type, [c.name(0), c.name(1)], inLayout ? `${output}_sum` : output);
      if (inLayout) passThrough(c.onnx, sum, output, channels);
    });
  };
}

function pool(type: string, extra: Readonly<Record<string, OnnxAttribute>> = {}): Convert {
  return (c) => {
    const o = optionsOf(c);
    const window = windowOf(c, {
      same: o.byte(0, 0) === 0,
      strides: [o.int(2, 1), o.int(1, 1)],
      kernel: [o.int(4, 1), o.int(3, 1)],
      dilations: [1, 1],
    });
    const attributes = { kernel_shape: window.kernel, strides: window.strides, pads: window.pads, ...extra };
    activated(c, o.byte(5, 0), (output) => c.onnx.node(type, [c.name(0)], output, attributes));
  };
}

function concatenate(c: Conversion): void {
  const rank = c.output.shape.length;
  const axis = (optionsOf(c).int(0, 0) + rank) % rank;
  const inputs = c.operator.inputs.map((_, n) => c.name(n));
  const converted = rank === 4 ? [0, 2, 3, 1][axis] : axis;
  activated(c, optionsOf(c).byte(1, 0), (output) => c.onnx.node('Concat', inputs, output, { axis: converted }));
}

/** Filters are [out, h, w, in] in TFLite and [out, in, h, w] in ONNX. */
function convolve(c: Conversion): void {
  const o = optionsOf(c);
  const [outputs, h, w, inputs] = c.input(1).shape;
  const window = windowOf(c, {
    same: o.byte(0, 0) === 0,
    strides: [o.int(2, 1), o.int(1, 1)],
    kernel: [h, w],
    dilations: [o.int(5, 1), o.int(4, 1)],
  });
  const groups = c.input(0).shape[3] / inputs;
  const weights = c.onnx.floats(
    `w${c.operator.inputs[1]}`,
    [outputs, inputs, h, w],
    planar(c.floats(1), outputs, h * w),
  );
  convolution(c, o.byte(3, 0), weights, window, groups);
}

/** Filters are [1, h, w, in × multiplier] in TFLite; each is a group of its own. */
function convolveDepthwise(c: Conversion): void {
  const o = optionsOf(c);
  const [, h, w, outputs] = c.input(1).shape;
  const window = windowOf(c, {
    same: o.byte(0, 0) === 0,
    strides: [o.int(2, 1), o.int(1, 1)],
    kernel: [h, w],
    dilations: [o.int(6, 1), o.int(5, 1)],
  });
  const weights = c.onnx.floats(`w${c.operator.inputs[1]}`, [outputs, 1, h, w], planar(c.floats(1), 1, h * w));
  convolution(c, o.byte(4, 0), weights, window, c.input(0).shape[3]);
}

function convolution(c: Conversion, fused: number, weights: string, window: Window, group: number): void {
  const inputs = [c.name(0), weights];
  if ((c.operator.inputs[2] ?? -1) >= 0) {
    inputs.push(c.onnx.floats(`b${c.operator.inputs[2]}`, c.input(2).shape, c.floats(2)));
  }
  const { kernel, strides, pads, dilations } = window;
  const attributes = { kernel_shape: kernel, strides, pads, dilations, group };
  activated(c, fused, (output) => c.onnx.node('Conv', inputs, output, attributes));
}

function depthToSpace(c: Conversion): void {
  c.onnx.node('DepthToSpace', [c.name(0)], c.outputName, { blocksize: optionsOf(c).int(0, 1), mode: 'DCR' });
}

/** Reshape counts in NHWC order, so an activation of rank 4 is transposed before it and the result back after it. */
function reshape(c: Conversion): void {
  const shape = c.output.shape;
  const source =
    c.input(0).shape.length === 4
      ? c.onnx.node('Transpose', [c.name(0)], `${c.outputName}_nhwc`, { perm: [0, 2, 3, 1] })
      : c.name(0);
  const target = c.onnx.ints(`${c.outputName}_shape`, shape);
  if (shape.length !== 4) {
    c.onnx.node('Reshape', [source, target], c.outputName);
    return;
  }
  const reshaped = c.onnx.node('Reshape', [source, target], `${c.outputName}_reshaped`);
  c.onnx.node('Transpose', [reshaped], c.outputName, { perm: [0, 3, 1, 2] });
}

function resizeBilinear(c: Conversion): void {
  const o = optionsOf(c);
  const mode = o.byte(2, 0) === 1 ? 'align_corners' : o.byte(3, 0) === 1 ? 'half_pixel' : 'asymmetric';
  const sizes = c.onnx.ints(`${c.outputName}_size`, toNchw(c.output.shape));
  const attributes = { mode: 'linear', coordinate_transformation_mode: mode };
  c.onnx.node('Resize', [c.name(0), '', '', sizes], c.outputName, attributes);
}

/** TFLite lists [before, after] for each axis; ONNX lists all befores first, then all afters. */
function pad(c: Conversion): void {
  const amounts = c.ints(1);
  if (c.input(0).shape.length === 4 && amounts.every((amount, i) => amount === 0 || i === 7)) {
    addChannels(c);
    return;
  }
  const axes = c.input(0).shape.length === 4 ? [0, 3, 1, 2] : c.input(0).shape.map((_, axis) => axis);
  const pads = [...axes.map((axis) => amounts[2 * axis]), ...axes.map((axis) => amounts[2 * axis + 1])];
  c.onnx.node('Pad', [c.name(0), c.onnx.ints(`${c.outputName}_pads`, pads)], c.outputName);
}

/** Only the mean over height and width at the end of a network; without keep_dims the order is the same in both layouts. */
function mean(c: Conversion): void {
  const axes = c.ints(1);
  if (axes.join() !== '1,2') throw new Error(`MEAN over axes ${axes.join()} is not supported`);
  const keepdims = optionsOf(c).byte(0, 0);
  c.onnx.node('ReduceMean', [c.name(0)], c.outputName, { axes: [2, 3], keepdims });
}

/**
 * Appends channels of zeros, as a convolution with the identity: onnxruntime keeps its own layout through that and can fuse the additions
 * that follow; a Pad costs a change of layout there and back.
 */
function addChannels(c: Conversion): void {
  const from = c.input(0).shape[3];
  const to = c.output.shape[3];
  const identity = new Float32Array(to * from);
  for (let k = 0; k < from; k++) identity[k * from + k] = 1;
  const weights = c.onnx.floats(`identity${to}x${from}`, [to, from, 1, 1], identity);
  c.onnx.node('Conv', [c.name(0), weights], c.outputName, POINTWISE);
}

/**
 * max(0, x) − slope · max(0, −x): the same as PRelu and four times faster than onnxruntime's own, which leaves the layout of the
 * convolutions. It stays a PRelu where the channels do not fill that layout's blocks, or where there is not one slope per channel.
 */
function prelu(c: Conversion): void {
  const [channels] = c.input(0).shape.slice(-1);
  const slopes = c.floats(1);
  if (channels % BLOCK !== 0 || slopes.length !== channels) {
    c.onnx.node('PRelu', [c.name(0), c.name(1)], c.outputName);
    return;
  }
  const positive = c.onnx.node('Relu', [c.name(0)], `${c.outputName}_positive`);
  const turned = scaleChannels(
    c.onnx,
    c.name(0),
    `${c.outputName}_turned`,
    'minusOnes',
    new Float32Array(channels).fill(-1),
  );
  const negative = c.onnx.node('Relu', [turned], `${c.outputName}_negative`);
  const slope = slopes.map((value) => -value);
  const sloping = scaleChannels(c.onnx, negative, `${c.outputName}_sloping`, `${c.outputName}_slopes`, slope);
  c.onnx.node('Add', [positive, sloping], c.outputName);
}

/** x · clip(x / 6 + 1/2, 0, 1), as two nodes that every execution provider has. */
function hardSwish(c: Conversion): void {
  const gate = c.onnx.node('HardSigmoid', [c.name(0)], `${c.outputName}_gate`, { alpha: { float: 1 / 6 } });
  c.onnx.node('Mul', [c.name(0), gate], c.outputName);
}

/** Writes an operator and the activation that TFLite fused into it (0 none, {@link RELU}, {@link RELU6}). */
function activated(c: Conversion, fused: number, write: (output: string) => void): void {
  if (fused === 0) return write(c.outputName);
  const linear = `${c.outputName}_linear`;
  write(linear);
  if (fused === RELU) {
    c.onnx.node('Relu', [linear], c.outputName);
  } else if (fused === RELU6) {
    const low = c.onnx.floats('zero', [], Float32Array.of(0));
    const high = c.onnx.floats('six', [], Float32Array.of(6));
    c.onnx.node('Clip', [linear, low, high], c.outputName);
  } else {
    throw new Error(`no conversion for fused activation ${fused}`);
  }
}

interface Window {
  readonly kernel: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  /** [top, left, bottom, right] */
  readonly pads: readonly number[];
}

/**
 * Makes TFLite's SAME padding explicit: the output has ceil(in / stride) cells, and an odd padding puts the extra cell at
 * the bottom and right. ONNX's auto_pad SAME_UPPER means the same, but not every execution provider has it.
 */
function windowOf(c: Conversion, w: Omit<Window, 'pads'> & { readonly same: boolean }): Window {
  const pads = [0, 0, 0, 0];
  for (let axis = 0; w.same && axis < 2; axis++) {
    const size = c.input(0).shape[1 + axis];
    const reach = (w.kernel[axis] - 1) * w.dilations[axis] + 1;
    const total = Math.max(0, (Math.ceil(size / w.strides[axis]) - 1) * w.strides[axis] + reach - size);
    pads[axis] = total >> 1;
    pads[axis + 2] = total - pads[axis];
  }
  return { kernel: w.kernel, strides: w.strides, dilations: w.dilations, pads };
}

/** [n, cells, channels] → [n, channels, cells]. */
function planar(values: Float32Array, n: number, cells: number): Float32Array {
  const result = new Float32Array(values.length);
  const channels = values.length / (n * cells);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < cells; p++) {
      for (let k = 0; k < channels; k++)
        result[(i * channels + k) * cells + p] = values[(i * cells + p) * channels + k];
    }
  }
  return result;
}
