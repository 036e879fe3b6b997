import { noise } from './layout';
import type { TinyOperator } from './tiny-tflite';

/** BuiltinOperator numbers of the TFLite schema. */
const [ADD, AVERAGE, CONCAT, CONV, DEPTHWISE, SHUFFLE, SIGMOID, MAX, MUL] = [0, 1, 2, 3, 4, 5, 14, 17, 18];
const [RELU, RESHAPE, RESIZE, PAD, MEAN, PRELU, HARD_SWISH] = [19, 22, 23, 34, 40, 54, 117];
const [SAME, VALID] = [0, 1];

const constant = (shape: readonly number[], seed: number) => ({
  shape,
  floats: [
    ...noise(
      shape.reduce((a, b) => a * b, 1),
      seed,
    ),
  ],
});
const conv = (padding: number, stride: number, fused: number, dilation = 1): TinyOperator['options'] => [
  [0, 'byte', padding],
  [1, 'int', stride],
  [2, 'int', stride],
  [3, 'byte', fused],
  [4, 'int', dilation],
  [5, 'int', dilation],
];
const depthwise = (padding: number, stride: number, fused: number, dilation = 1): TinyOperator['options'] => [
  [0, 'byte', padding],
  [1, 'int', stride],
  [2, 'int', stride],
  [3, 'int', 1],
  [4, 'byte', fused],
  [5, 'int', dilation],
  [6, 'int', dilation],
];
const pool = (padding: number, stride: number, size: number): TinyOperator['options'] => [
  [0, 'byte', padding],
  [1, 'int', stride],
  [2, 'int', stride],
  [3, 'int', size],
  [4, 'int', size],
];
const picture = { shape: [1, 7, 6, 4] };

/** One operator each, with the sizes, strides and paddings at which conversions go wrong. */
export const OPERATOR_CASES: readonly (readonly [string, TinyOperator])[] = [
  ['an addition', { code: ADD, optionsType: 11, options: [], inputs: [picture, picture], output: [1, 7, 6, 4] }],
  [
    'an addition with ReLU',
    { code: ADD, optionsType: 11, options: [[0, 'byte', 1]], inputs: [picture, picture], output: [1, 7, 6, 4] },
  ],
  [
    'an addition of a constant a channel',
    { code: ADD, optionsType: 11, options: [], inputs: [picture, constant([4], 3)], output: [1, 7, 6, 4] },
  ],
  [
    'a product with a constant picture',
    { code: MUL, optionsType: 21, options: [], inputs: [picture, constant([1, 7, 6, 4], 4)], output: [1, 7, 6, 4] },
  ],
  [
    'a concatenation of channels',
    {
      code: CONCAT,
      optionsType: 10,
      options: [[0, 'int', 3]],
      inputs: [picture, { shape: [1, 7, 6, 2] }],
      output: [1, 7, 6, 6],
    },
  ],
  [
    'a concatenation of rows, axis from the end',
    {
      code: CONCAT,
      optionsType: 10,
      options: [[0, 'int', -3]],
      inputs: [picture, { shape: [1, 2, 6, 4] }],
      output: [1, 9, 6, 4],
    },
  ],
  [
    'a concatenation of rank 3',
    {
      code: CONCAT,
      optionsType: 10,
      options: [[0, 'int', 1]],
      inputs: [{ shape: [1, 5, 2] }, { shape: [1, 3, 2] }],
      output: [1, 8, 2],
    },
  ],
  [
    'a convolution, stride 2 on odd and even sides (asymmetric SAME)',
    {
      code: CONV,
      optionsType: 1,
      options: conv(SAME, 2, 3),
      inputs: [picture, constant([5, 3, 3, 4], 5), constant([5], 6)],
      output: [1, 4, 3, 5],
    },
  ],
  [
    'a convolution without padding and bias',
    {
      code: CONV,
      optionsType: 1,
      options: conv(VALID, 1, 0),
      inputs: [picture, constant([2, 3, 2, 4], 7), constant([2], 9)],
      output: [1, 5, 5, 2],
    },
  ],
  [
    'a dilated convolution',
    {
      code: CONV,
      optionsType: 1,
      options: conv(SAME, 1, 1, 2),
      inputs: [picture, constant([2, 3, 3, 4], 8), constant([2], 9)],
      output: [1, 7, 6, 2],
    },
  ],
  [
    'a depthwise convolution, stride 2, 5×5',
    {
      code: DEPTHWISE,
      optionsType: 2,
      options: depthwise(SAME, 2, 3),
      inputs: [picture, constant([1, 5, 5, 4], 10), constant([4], 11)],
      output: [1, 4, 3, 4],
    },
  ],
  [
    'a depthwise convolution without padding',
    {
      code: DEPTHWISE,
      optionsType: 2,
      options: depthwise(VALID, 1, 0),
      inputs: [picture, constant([1, 3, 3, 4], 12), constant([4], 13)],
      output: [1, 5, 4, 4],
    },
  ],
  [
    'depth to space',
    {
      code: SHUFFLE,
      optionsType: 94,
      options: [[0, 'int', 2]],
      inputs: [{ shape: [1, 3, 2, 8] }],
      output: [1, 6, 4, 2],
    },
  ],
  ['a sigmoid', { code: SIGMOID, optionsType: 0, options: [], inputs: [picture], output: [1, 7, 6, 4] }],
  ['a ReLU', { code: RELU, optionsType: 0, options: [], inputs: [picture], output: [1, 7, 6, 4] }],
  ['a hard swish', { code: HARD_SWISH, optionsType: 0, options: [], inputs: [picture], output: [1, 7, 6, 4] }],
  [
    'a maximum over 2×2 with a ragged edge',
    { code: MAX, optionsType: 5, options: pool(SAME, 2, 2), inputs: [picture], output: [1, 4, 3, 4] },
  ],
  [
    'an average over 3×3 that leaves padding out',
    { code: AVERAGE, optionsType: 5, options: pool(SAME, 2, 3), inputs: [picture], output: [1, 4, 3, 4] },
  ],
  [
    'a reshape from rank 4',
    {
      code: RESHAPE,
      optionsType: 0,
      options: [],
      inputs: [picture, { shape: [3], ints: [1, 84, 2] }],
      output: [1, 84, 2],
    },
  ],
  [
    'a reshape from rank 4 to rank 4',
    {
      code: RESHAPE,
      optionsType: 0,
      options: [],
      inputs: [picture, { shape: [4], ints: [1, 3, 7, 8] }],
      output: [1, 3, 7, 8],
    },
  ],
  [
    'a bilinear doubling by half pixels',
    {
      code: RESIZE,
      version: 3,
      optionsType: 15,
      options: [[3, 'byte', 1]],
      inputs: [picture, { shape: [2], ints: [14, 12] }],
      output: [1, 14, 12, 4],
    },
  ],
  [
    'a bilinear doubling by left edges',
    {
      code: RESIZE,
      optionsType: 15,
      options: [],
      inputs: [picture, { shape: [2], ints: [14, 12] }],
      output: [1, 14, 12, 4],
    },
  ],
  [
    'a bilinear enlargement by corners',
    {
      code: RESIZE,
      optionsType: 15,
      options: [[2, 'byte', 1]],
      inputs: [picture, { shape: [2], ints: [13, 11] }],
      output: [1, 13, 11, 4],
    },
  ],
  [
    'a padding of rows, columns and channels',
    {
      code: PAD,
      optionsType: 22,
      options: [],
      inputs: [picture, { shape: [4, 2], ints: [0, 0, 1, 2, 0, 3, 0, 4] }],
      output: [1, 10, 9, 8],
    },
  ],
  [
    'a mean over the picture',
    {
      code: MEAN,
      optionsType: 27,
      options: [[0, 'byte', 1]],
      inputs: [picture, { shape: [2], ints: [1, 2] }],
      output: [1, 1, 1, 4],
    },
  ],
  [
    'a PReLU',
    { code: PRELU, optionsType: 0, options: [], inputs: [picture, constant([1, 1, 4], 14)], output: [1, 7, 6, 4] },
  ],
];
