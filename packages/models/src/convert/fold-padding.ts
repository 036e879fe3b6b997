import type { OnnxGraphBuilder, OnnxNodeToWrite } from '../onnx/graph-builder';

/**
 * Moves the zeros of a padding into the convolutions that read it, which pad at no cost; onnxruntime does so only if there is a single one.
 * The function stays the same, bit for bit.
 */
export function foldPadding(onnx: OnnxGraphBuilder): void {
  const inside = new Map<string, OnnxNodeToWrite>();
  for (const pad of onnx.nodes.filter(({ type }) => type === 'Pad')) {
    const readers = onnx.nodes.filter(({ inputs }) => inputs.includes(pad.output));
    const amounts = onnx.intsOf(pad.inputs[1]);
    const isPlanar = amounts.length === 8 && [0, 1, 4, 5].every((i) => amounts[i] === 0);
    if (isPlanar && readers.length > 1 && readers.every(({ type }) => type === 'Conv')) inside.set(pad.output, pad);
  }
  for (const { type, inputs, output, attributes } of onnx.takeNodes()) {
    const pad = inside.get(inputs[0]);
    if (inside.has(output)) continue;
    if (pad === undefined) onnx.node(type, inputs, output, attributes);
    else
      onnx.node(type, [pad.inputs[0], ...inputs.slice(1)], output, addPadding(attributes, onnx.intsOf(pad.inputs[1])));
  }
}

/** A convolution's padding is [top, left, bottom, right], that of a separate Pad node [n, c, top, left, n, c, bottom, right]. */
function addPadding(
  attributes: OnnxNodeToWrite['attributes'],
  amounts: readonly number[],
): OnnxNodeToWrite['attributes'] {
  const own = attributes['pads'];
  if (!Array.isArray(own)) throw new Error('a convolution lacks its padding');
  const more = [amounts[2], amounts[3], amounts[6], amounts[7]];
  return { ...attributes, pads: own.map((amount: number, side) => amount + more[side]) };
}
