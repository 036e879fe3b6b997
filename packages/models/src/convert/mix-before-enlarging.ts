import type { OnnxGraphBuilder, OnnxNodeToWrite } from '../onnx/graph-builder';
import { BLOCK, passThrough } from './scale-channels';

/**
 * Mixes channels before a picture is enlarged instead of after: a quarter of the products at twice the side, and fewer channels to enlarge.
 *
 * Both are linear, and the weights of a bilinear pixel sum to one, so the function stays the same, bias included, up to the rounding of
 * sums. A convolution with ones replaces the one that moved, so that the following operator can be fused with it. Done only if nothing else
 * reads the enlarged picture, and the convolution reduces the channels. `shapes` are those of activations by name, [n, c, h, w].
 */
export function mixBeforeEnlarging(onnx: OnnxGraphBuilder, shapes: ReadonlyMap<string, readonly number[]>): void {
  const moved = new Map<string, OnnxNodeToWrite>();
  for (const resize of onnx.nodes.filter(({ type }) => type === 'Resize')) {
    const readers = onnx.nodes.filter(({ inputs }) => inputs.includes(resize.output));
    if (readers.length === 1 && reducesChannels(onnx, readers[0])) moved.set(resize.output, resize);
  }
  for (const node of onnx.takeNodes()) {
    const resize = moved.get(node.inputs[0]);
    if (resize !== undefined) writeSwapped(onnx, resize, node, shapes.get(resize.output) ?? []);
    else if (!moved.has(node.output)) onnx.node(node.type, node.inputs, node.output, node.attributes);
  }
}

/** Whether it is a 1×1 convolution to fewer channels, in whole blocks. */
function reducesChannels(onnx: OnnxGraphBuilder, { type, inputs, attributes }: OnnxNodeToWrite): boolean {
  if (type !== 'Conv' || attributes['group'] !== 1) return false;
  const [to, from, height, width] = onnx.floatsOf(inputs[1]).shape;
  const strides = attributes['strides'];
  const isEveryCell = Array.isArray(strides) && strides.every((stride: number) => stride === 1);
  return isEveryCell && height === 1 && width === 1 && to < from && to % BLOCK === 0;
}

function writeSwapped(
  onnx: OnnxGraphBuilder,
  resize: OnnxNodeToWrite,
  { type, inputs, output, attributes }: OnnxNodeToWrite,
  [batch, , height, width]: readonly number[],
): void {
  const [channels] = onnx.floatsOf(inputs[1]).shape;
  const small = onnx.node(type, [resize.inputs[0], ...inputs.slice(1)], `${output}_small`, attributes);
  const size = onnx.ints(`${output}_size`, [batch, channels, height, width]);
  const large = onnx.node('Resize', [small, '', '', size], `${output}_large`, resize.attributes);
  passThrough(onnx, large, output, channels);
}
