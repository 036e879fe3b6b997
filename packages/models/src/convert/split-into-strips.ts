import type { OnnxGraphBuilder, OnnxNodeToWrite } from '../onnx/graph-builder';
import { BLOCK, passThrough, POINTWISE } from './scale-channels';

/** Channels of the branch. With fewer than a block, onnxruntime computes a whole block and changes the layout at each addition. */
const BRANCH_CHANNELS = BLOCK / 2;
/**
 * Rows that a strip reads beyond its own half: each 3×3 before the doubling needs 1, the doubling 1, two after it need 1; rounded up to
 * even.
 */
const HALO_ROWS = 6;
/** The last convolution computes a square of this side at once, each of its pixels in its own channel. */
const CELL_SIDE = 4;
const MASK_KERNEL = {
  kernel_shape: [6, 6],
  strides: [CELL_SIDE, CELL_SIDE],
  pads: [1, 1, 1, 1],
  dilations: [1, 1],
  group: 1,
};
const DOUBLE = { mode: 'linear', coordinate_transformation_mode: 'half_pixel' };

interface Branch {
  /** The activation that the whole branch starts from, [1, 8, side, side]. */
  readonly start: string;
  readonly side: number;
  /** Outputs of the branch's nodes. */
  readonly inside: ReadonlySet<string>;
}

/**
 * Rewrites the branch that ends in a one-channel mask, with the upper and lower half of its picture side by side in the channels.
 *
 * BlazePose draws its mask with 8 channels at 128² and 256²: half a block of onnxruntime's layout. Two strips of 8 channels fill it; they
 * overlap by as much as their zero padding affects. The last 3×3 convolution, of one channel, becomes one of 6×6 over every fourth cell
 * that computes 16 pixels at once. The function stays the same up to the rounding of sums; the branch takes 40 % of its former time.
 * Networks whose `output` is drawn differently are left as they are. `shapes` are those of activations by name, [n, c, h, w].
 */
export function splitIntoStrips(
  onnx: OnnxGraphBuilder,
  shapes: ReadonlyMap<string, readonly number[]>,
  output: string,
): void {
  const branch = findBranch(onnx, shapes, output);
  if (branch === null) return;
  const { start, side, inside } = branch;
  const nodes = onnx.takeNodes();
  const sums = new Set(nodes.filter(({ type }) => type === 'Add').map((node) => node.output));
  for (const node of nodes) {
    if (!inside.has(node.output)) onnx.node(node.type, node.inputs, node.output, node.attributes);
    else if (node.output === output) writeMask(onnx, node, side);
    else writeTwice(onnx, node, sums);
    if (node.output === start) writeStrips(onnx, start, side);
  }
}

function findBranch(
  onnx: OnnxGraphBuilder,
  shapes: ReadonlyMap<string, readonly number[]>,
  output: string,
): Branch | null {
  const [, channels, height] = shapes.get(output) ?? [];
  if (channels !== 1) return null;
  const producers = new Map(onnx.nodes.map((node) => [node.output, node]));
  for (const { output: start } of onnx.nodes) {
    const [, width, side] = shapes.get(start) ?? [];
    if (width !== BRANCH_CHANNELS || 2 * side !== height) continue;
    const inside = between(onnx, producers, start, output);
    if (inside !== null) return { start, side, inside };
  }
  return null;
}

/** The nodes between two activations; null if anything else leads to the second or is not known here. */
function between(
  onnx: OnnxGraphBuilder,
  producers: ReadonlyMap<string, OnnxNodeToWrite>,
  start: string,
  end: string,
): ReadonlySet<string> | null {
  const inside = new Set<string>();
  const open = [end];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = producers.get(name);
    if (node === undefined || !canWrite(onnx, node, name === end)) return null;
    inside.add(name);
    open.push(...activationsOf(node).filter((from) => from !== start && !inside.has(from)));
  }
  return inside;
}

function activationsOf({ type, inputs }: OnnxNodeToWrite): readonly string[] {
  return type === 'Add' ? inputs : inputs.slice(0, 1);
}

function canWrite(onnx: OnnxGraphBuilder, { type, inputs }: OnnxNodeToWrite, isLast: boolean): boolean {
  if (type !== 'Conv') return !isLast && (type === 'Add' || type === 'Clip' || type === 'Resize');
  const kernel = onnx.floatsOf(inputs[1]).shape.join('x');
  return (
    isLast ? [`1x${BRANCH_CHANNELS}x3x3`] : [`${BRANCH_CHANNELS}x1x3x3`, `${BRANCH_CHANNELS}x${BRANCH_CHANNELS}x1x1`]
  ).includes(kernel);
}

const stripOf = (name: string): string => `${name}_strips`;

/** Upper and lower part of the branch's start, each with its halo, as 16 channels. */
function writeStrips(onnx: OnnxGraphBuilder, start: string, side: number): void {
  const rows = side / 2 + HALO_ROWS;
  const upper = slice(onnx, start, `${start}_upper`, [2], [0], [rows]);
  const lower = slice(onnx, start, `${start}_lower`, [2], [side - rows], [side]);
  onnx.node('Concat', [upper, lower], stripOf(start), { axis: 1 });
}

/** Writes a node of the branch for both strips. A clip of one of the `sums` gets a convolution to be fused with. */
function writeTwice(
  onnx: OnnxGraphBuilder,
  { type, inputs, output, attributes }: OnnxNodeToWrite,
  sums: ReadonlySet<string>,
): void {
  const [from] = inputs;
  if (type === 'Add') {
    onnx.node('Add', inputs.map(stripOf), stripOf(output));
  } else if (type === 'Clip') {
    const cut = sums.has(from) ? passThrough(onnx, stripOf(from), `${stripOf(from)}_through`, BLOCK) : stripOf(from);
    onnx.node('Clip', [cut, ...inputs.slice(1)], stripOf(output));
  } else if (type === 'Resize') {
    const scales = onnx.floats('double', [4], Float32Array.of(1, 1, 2, 2));
    onnx.node('Resize', [stripOf(from), '', scales], stripOf(output), DOUBLE);
  } else {
    const { shape, values } = onnx.floatsOf(inputs[1]);
    const bias = onnx.floatsOf(inputs[2]).values;
    const depthwise = shape[1] === 1;
    const weights = depthwise
      ? onnx.floats(`${inputs[1]}_twice`, [BLOCK, 1, shape[2], shape[3]], twice(values))
      : onnx.floats(`${inputs[1]}_twice`, [BLOCK, BLOCK, 1, 1], onDiagonal(values));
    const biases = onnx.floats(`${inputs[2]}_twice`, [BLOCK], twice(bias));
    const settings = depthwise ? { ...attributes, group: BLOCK } : POINTWISE;
    onnx.node('Conv', [stripOf(from), weights, biases], stripOf(output), settings);
  }
}

function twice(values: Float32Array): Float32Array {
  return Float32Array.of(...values, ...values);
}

/** The matrix [8, 8] repeated on the diagonal for the two strips, [16, 16]. */
function onDiagonal(matrix: Float32Array): Float32Array {
  const out = new Float32Array(BLOCK * BLOCK);
  for (let k = 0; k < BLOCK; k++) {
    const row = matrix.subarray(
      (k % BRANCH_CHANNELS) * BRANCH_CHANNELS,
      (k % BRANCH_CHANNELS) * BRANCH_CHANNELS + BRANCH_CHANNELS,
    );
    out.set(row, k * BLOCK + (k < BRANCH_CHANNELS ? 0 : BRANCH_CHANNELS));
  }
  return out;
}

/** The last convolution, 16 pixels at once, and the joining of its strips. */
function writeMask(onnx: OnnxGraphBuilder, { inputs, output }: OnnxNodeToWrite, side: number): void {
  const pixels = CELL_SIDE * CELL_SIDE;
  const weights = onnx.floats(
    `${inputs[1]}_cells`,
    [2 * pixels, BLOCK, 6, 6],
    cellKernels(onnx.floatsOf(inputs[1]).values),
  );
  const [bias] = onnx.floatsOf(inputs[2]).values;
  const biases = onnx.floats(`${inputs[2]}_cells`, [2 * pixels], new Float32Array(2 * pixels).fill(bias));
  const cells = onnx.node('Conv', [stripOf(inputs[0]), weights, biases], `${output}_cells`, MASK_KERNEL);
  const rows = side / CELL_SIDE;
  const upper = slice(onnx, cells, `${output}_upper`, [1, 2], [0, 0], [pixels, rows]);
  const skipped = (2 * HALO_ROWS) / CELL_SIDE;
  const lower = slice(onnx, cells, `${output}_lower`, [1, 2], [pixels, skipped], [2 * pixels, skipped + rows]);
  const whole = onnx.node('Concat', [upper, lower], `${output}_whole`, { axis: 2 });
  onnx.node('DepthToSpace', [whole], output, { blocksize: CELL_SIDE, mode: 'DCR' });
}

/** The kernel [1, 8, 3, 3] at each position of a cell and for each strip: [32, 16, 6, 6]. */
function cellKernels(kernel: Float32Array): Float32Array {
  const out = new Float32Array(2 * CELL_SIDE * CELL_SIDE * BLOCK * 36);
  for (let pixel = 0; pixel < 2 * CELL_SIDE * CELL_SIDE; pixel++) {
    const strip = pixel < CELL_SIDE * CELL_SIDE ? 0 : 1;
    const [top, left] = [Math.floor(pixel / CELL_SIDE) % CELL_SIDE, pixel % CELL_SIDE];
    for (let i = 0; i < kernel.length; i++) {
      const [channel, y, x] = [Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3];
      out[((pixel * BLOCK + strip * BRANCH_CHANNELS + channel) * 6 + top + y) * 6 + left + x] = kernel[i];
    }
  }
  return out;
}

function slice(onnx: OnnxGraphBuilder, from: string, output: string, axes: number[], starts: number[], ends: number[]) {
  const ints = (values: number[]): string => onnx.ints(`ints_${values.join('_')}`, values);
  return onnx.node('Slice', [from, ints(starts), ints(ends), ints(axes)], output);
}
