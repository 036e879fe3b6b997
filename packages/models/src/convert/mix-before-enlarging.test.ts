import { describe, expect, it } from '@jest/globals';
import { maxDifference, noise } from '../../test/layout';
import { openNetwork } from '../networks/open-network';
import { OnnxGraphBuilder } from '../onnx/graph-builder';
import { readOnnx } from '../onnx/read-onnx';
import { mixBeforeEnlarging } from './mix-before-enlarging';
import { POINTWISE } from './scale-channels';

const SIDE = 5;
const [WIDE, NARROW] = [48, 16];
const INPUT = { name: 'x', shape: [1, WIDE, SIDE, SIDE] };
const LARGE = [1, WIDE, 2 * SIDE, 2 * SIDE];

/** Doubled in size, mixed to `channels`, and clipped at zero. */
function enlarged(late: boolean, channels = NARROW, isReadTwice = false): Uint8Array {
  const g = new OnnxGraphBuilder();
  g.node('Resize', ['x', '', '', g.ints('size', LARGE)], 'large', {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  });
  const weights = g.floats('w', [channels, WIDE, 1, 1], noise(channels * WIDE, 1));
  g.node('Conv', ['large', weights, g.floats('b', [channels], noise(channels, 2))], 'mixed', POINTWISE);
  g.node('Relu', ['mixed'], 'y');
  const shape = [1, channels, 2 * SIDE, 2 * SIDE];
  const outputs = [{ name: 'y', shape }];
  if (isReadTwice) {
    g.node('Relu', ['large'], 'z');
    outputs.push({ name: 'z', shape: LARGE });
  }
  if (late) mixBeforeEnlarging(g, new Map([['large', LARGE]]));
  return g.finish('enlarged', [INPUT], outputs);
}

async function run(onnx: Uint8Array): Promise<Float32Array> {
  const network = await openNetwork(onnx, { providers: ['cpu'], threads: 1, onFallback: () => {} });
  const { y } = await network.run({ x: { data: noise(WIDE * SIDE * SIDE, 3), shape: INPUT.shape } }, ['y']);
  await network.close();
  expect(y.shape).toEqual([1, NARROW, 2 * SIDE, 2 * SIDE]);
  return y.data;
}

const typesOf = (onnx: Uint8Array): string[] => readOnnx(onnx).nodes.map(({ type }) => type);

describe('mixBeforeEnlarging', () => {
  it('gives the same picture, mixed before it is enlarged', async () => {
    const [before, after] = [enlarged(false), enlarged(true)];
    expect(typesOf(before)).toEqual(['Resize', 'Conv', 'Relu']);
    expect(typesOf(after)).toEqual(['Conv', 'Resize', 'Conv', 'Relu']);
    const expected = await run(before);
    expect(Math.max(...expected)).toBeGreaterThan(1);
    expect(maxDifference(await run(after), expected)).toBeLessThan(1e-5);
  });

  it('leaves alone what would be enlarged with as many channels, or is read by others too', () => {
    expect(enlarged(true, WIDE)).toEqual(enlarged(false, WIDE));
    expect(enlarged(true, NARROW, true)).toEqual(enlarged(false, NARROW, true));
  });
});
