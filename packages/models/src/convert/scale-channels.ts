import type { OnnxGraphBuilder } from '../onnx/graph-builder';

/** Channels in one block of the layout that onnxruntime's convolutions use (on processors with AVX-512; elsewhere 8 or none). */
export const BLOCK = 16;

/** Attributes of a convolution that mixes channels within one cell (1×1). */
export const POINTWISE = { kernel_shape: [1, 1], strides: [1, 1], pads: [0, 0, 0, 0], dilations: [1, 1], group: 1 };

/** Multiplies each channel by its factor, as a depthwise convolution: onnxruntime keeps its own layout through that. Returns `output`. */
export function scaleChannels(
  onnx: OnnxGraphBuilder,
  input: string,
  output: string,
  name: string,
  factors: Float32Array,
): string {
  const weights = onnx.floats(`${name}${factors.length}`, [factors.length, 1, 1, 1], factors);
  return onnx.node('Conv', [input, weights], output, { ...POINTWISE, group: factors.length });
}

/**
 * Passes an activation through unchanged, but lets onnxruntime fuse the following operator, which it does only with convolutions. Returns
 * `output`.
 */
export function passThrough(onnx: OnnxGraphBuilder, input: string, output: string, channels: number): string {
  return scaleChannels(onnx, input, output, 'ones', new Float32Array(channels).fill(1));
}
