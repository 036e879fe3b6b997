import { InferenceSession, Tensor } from 'onnxruntime-node';
import { hold, readingOf, writeWholeConv, type Held } from '../convert/hold-bytes';
import { OnnxGraphBuilder } from '../onnx/graph-builder';

const CHANNELS = 64;
const BYTE_MAX = 255;

let exact: Promise<boolean> | undefined;

/**
 * Whether this processor sums products of bytes exactly, as it does with the instructions for them (VNNI; ARM has others). Without,
 * onnxruntime's fast way cuts sums of two products to 16 bits, unless the session asks for precise sums: which takes two to three times
 * as long, on processors with those instructions, too.
 *
 * Found by the largest sum that there can be. Cost: some milliseconds, once a process.
 */
export function sumsBytesExactly(): Promise<boolean> {
  exact ??= tryLargestSum();
  return exact;
}

async function tryLargestSum(): Promise<boolean> {
  const session = await InferenceSession.create(largestSum(), { intraOpNumThreads: 1, logSeverityLevel: 4 });
  const data = new Float32Array(CHANNELS * CHANNELS).fill(BYTE_MAX);
  const { sum } = await session.run({ x: new Tensor('float32', data, [1, CHANNELS, 8, 8]) });
  await session.release();
  const least = Math.min(...Array.from(sum.data, Number));
  return least > 0.99 * BYTE_MAX * CHANNELS;
}

/** A convolution over 64 channels whose inputs are all 255 and whose weights are all 127 steps. */
function largestSum(): Uint8Array {
  const onnx = new OnnxGraphBuilder();
  const held: Held = new Map();
  hold(onnx, held, 'x', [0, BYTE_MAX]);
  const weight = {
    shape: [CHANNELS, CHANNELS, 1, 1],
    values: new Float32Array(CHANNELS * CHANNELS).fill(1),
  };
  const attributes = { dilations: [1, 1], kernel_shape: [1, 1], pads: [0, 0, 0, 0], strides: [1, 1] };
  writeWholeConv(onnx, held, { from: 'x', output: 'raw', weight, bias: new Float32Array(CHANNELS), attributes });
  hold(onnx, held, onnx.node('Relu', ['raw'], 'rectified'), [0, BYTE_MAX * CHANNELS]);
  onnx.node('Identity', [readingOf(held, 'rectified')], 'sum');
  const shape = [1, CHANNELS, 8, 8];
  return onnx.finish('largest-sum', [{ name: 'x', shape }], [{ name: 'sum', shape }]);
}
