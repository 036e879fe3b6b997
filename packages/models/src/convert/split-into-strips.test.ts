import { describe, expect, it } from '@jest/globals';
import { maxDifference, noise } from '../../test/layout';
import { openNetwork } from '../networks/open-network';
import { OnnxGraphBuilder } from '../onnx/graph-builder';
import { readOnnx } from '../onnx/read-onnx';
import { splitIntoStrips } from './split-into-strips';
import { POINTWISE } from './scale-channels';

const SIDE = 32;
const INPUT = { name: 'x', shape: [1, 3, SIDE, SIDE] };
const SHAPES = new Map([
  ['start', [1, 8, SIDE, SIDE]],
  ['mask', [1, 1, 2 * SIDE, 2 * SIDE]],
]);

/** A mask drawn as BlazePose draws it: residual steps of 8 channels before and after a doubling, then one channel. */
function smallMask(strips: boolean, kernel = 3): Uint8Array {
  const g = new OnnxGraphBuilder();
  let seed = 1;
  const conv = (from: string, output: string, shape: number[]): string => {
    const weights = noise(
      shape.reduce((a, b) => a * b, 1),
      seed++,
    );
    const pad = (shape[2] - 1) / 2;
    const inputs = [
      from,
      g.floats(`${output}.w`, shape, weights),
      g.floats(`${output}.b`, [shape[0]], noise(shape[0], seed++)),
    ];
    const attributes = { ...POINTWISE, kernel_shape: shape.slice(2), pads: [pad, pad, pad, pad] };
    return g.node('Conv', inputs, output, { ...attributes, group: shape[1] === 1 ? shape[0] : 1 });
  };
  const cut = (from: string, output: string): string =>
    g.node('Clip', [from, g.floats('zero', [], Float32Array.of(0)), g.floats('six', [], Float32Array.of(6))], output);
  const step = (from: string, output: string): string => {
    const spread = cut(conv(from, `${output}.spread`, [8, 1, 3, 3]), `${output}.cut`);
    return cut(g.node('Add', [from, conv(spread, `${output}.mixed`, [8, 8, 1, 1])], `${output}.sum`), output);
  };
  const small = step(step(conv('x', 'start', [8, 3, 1, 1]), 'one'), 'two');
  const doubled = g.node('Resize', [small, '', g.floats('scales', [4], Float32Array.of(1, 1, 2, 2))], 'doubled', {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  });
  conv(step(step(doubled, 'three'), 'four'), 'mask', [1, 8, kernel, kernel]);
  if (strips) splitIntoStrips(g, SHAPES, 'mask');
  return g.finish('mask', [INPUT], [{ name: 'mask', shape: SHAPES.get('mask') ?? [] }]);
}

async function draw(onnx: Uint8Array): Promise<Float32Array> {
  const network = await openNetwork(onnx, { providers: ['cpu'], threads: 1, onFallback: () => {} });
  const { mask } = await network.run({ x: { data: noise(3 * SIDE * SIDE, 99), shape: INPUT.shape } }, ['mask']);
  await network.close();
  expect(mask.shape).toEqual([1, 1, 2 * SIDE, 2 * SIDE]);
  return mask.data;
}

const typesOf = (onnx: Uint8Array): string[] => readOnnx(onnx).nodes.map(({ type }) => type);

describe('splitIntoStrips', () => {
  it('draws the same mask, its halves beside each other', async () => {
    const [whole, strips] = [smallMask(false), smallMask(true)];
    expect(typesOf(strips)).toEqual(expect.arrayContaining(['Slice', 'Concat', 'DepthToSpace']));
    const expected = await draw(whole);
    const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(largest).toBeGreaterThan(1);
    expect(maxDifference(await draw(strips), expected)).toBeLessThan(1e-5 * largest);
  });

  it('leaves a mask alone that is drawn otherwise', () => {
    expect(smallMask(true, 1)).toEqual(smallMask(false, 1));
  });
});
