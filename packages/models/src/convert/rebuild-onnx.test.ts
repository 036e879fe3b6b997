import { expect, it } from '@jest/globals';
import { openNetwork } from '../networks/open-network';
import { sigmoid } from '../networks/network';
import { OnnxGraphBuilder } from '../onnx/graph-builder';
import { readOnnx } from '../onnx/read-onnx';
import { rebuildOnnx } from './rebuild-onnx';

const INPUT = { name: 'x', shape: [1, 3, 8, 8] };
const same = { dilations: [1, 1], kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [1, 1] };

/** A small U-Net as PyTorch exports it: down, up to the size of the upper level, concatenated, convolved. */
function smallU(): Uint8Array {
  const g = new OnnxGraphBuilder();
  const weight = (name: string, shape: number[]): string => {
    const values = Float32Array.from(
      { length: shape.reduce((p, q) => p * q, 1) },
      (_, i) => Math.sin(i + shape[0]) / 3,
    );
    return g.floats(name, shape, values);
  };
  const conv = (from: string, output: string, to: number, of: number): string =>
    g.node('Conv', [from, weight(`${output}.w`, [to, of, 3, 3]), weight(`${output}.b`, [to])], output, same);
  const high = g.node('Relu', [conv('x', 'high.conv', 4, 3)], 'high');
  const pooled = g.node('MaxPool', [high], 'pooled', { ceil_mode: 1, kernel_shape: [2, 2], strides: [2, 2] });
  const low = g.node('Relu', [conv(pooled, 'low.conv', 4, 4)], 'low');
  const side = (axis: number): string => {
    const size = g.node(
      'Gather',
      [g.node('Shape', [high], `shape${axis}`), g.ints(`axis${axis}`, [axis])],
      `size${axis}`,
    );
    return size;
  };
  const place = g.node(
    'Slice',
    [g.node('Shape', [low], 'lowShape'), g.ints('from', [0]), g.ints('to', [2])],
    'batchAndChannels',
  );
  const sizes = g.node('Concat', [place, side(2), side(3)], 'sizes', { axis: 0 });
  const up = { mode: 'linear', coordinate_transformation_mode: 'pytorch_half_pixel' };
  const raised = g.node('Resize', [low, '', '', sizes], 'raised', up);
  const wanted = conv(g.node('Concat', [raised, high], 'joined', { axis: 1 }), 'wanted', 2, 8);
  g.node('Relu', [conv(wanted, 'unwanted.conv', 1, 2)], 'unwanted');
  const output = (name: string, channels: number) => ({ name, shape: [1, channels, 8, 8] });
  return g.finish('small-u', [INPUT], [output('wanted', 2), output('unwanted', 1)]);
}

async function run(onnx: Uint8Array, output: string): Promise<Float32Array> {
  const network = await openNetwork(onnx, { providers: ['cpu'], threads: 1, onFallback: () => {} });
  const data = Float32Array.from({ length: 3 * 64 }, (_, i) => Math.cos(i / 3));
  const result = await network.run({ x: { data, shape: INPUT.shape } }, [output]);
  await network.close();
  return result[output].data;
}

it('keeps the function and drops sizes, concatenations and what is not wanted', async () => {
  const rebuilt = rebuildOnnx(smallU(), 'small-u', { input: INPUT, from: 'wanted', name: 'map' });
  const types = readOnnx(rebuilt).nodes.map((node) => node.type);
  expect(types).toEqual(['Conv', 'Relu', 'MaxPool', 'Conv', 'Relu', 'Resize', 'Conv', 'Conv', 'Add', 'Sigmoid']);
  const expected = (await run(smallU(), 'wanted')).map(sigmoid);
  const actual = await run(rebuilt, 'map');
  expect(actual).toHaveLength(2 * 64);
  expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(1e-6);
});

it('holds the listed activations in bytes and computes between them with whole numbers', async () => {
  const ranges = { x: [-1, 1], high: [0, 6], low: [0, 6] } as const;
  const rebuilt = rebuildOnnx(smallU(), 'small-u', { input: INPUT, from: 'wanted', name: 'map', ranges });
  const { nodes } = readOnnx(rebuilt);
  const count = (type: string): number => nodes.filter((node) => node.type === type).length;
  expect(count('QuantizeLinear')).toBe(5); // x, high, pooled, low and raised
  expect(nodes.filter(({ outputs: [name] }) => name.endsWith('.weight.reading'))).toHaveLength(2); // wanted has no range
  expect(count('Concat')).toBe(0);
  const expected = (await run(smallU(), 'wanted')).map(sigmoid);
  const actual = await run(rebuilt, 'map');
  expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(0.03);
});

it('gives the same bytes each time', () => {
  const once = (): Uint8Array => rebuildOnnx(smallU(), 'small-u', { input: INPUT, from: 'low', name: 'map' });
  expect(once()).toEqual(once());
});

it('refuses a size that it cannot halve and an activation that is not there', () => {
  const rebuild = (side: number, from: string): (() => Uint8Array) => {
    const input = { name: 'x', shape: [1, 3, side, side] };
    return () => rebuildOnnx(smallU(), 'small-u', { input, from, name: 'map' });
  };
  expect(rebuild(7, 'wanted')).toThrow('MaxPool of 7 × 7 does not halve it');
  expect(rebuild(8, 'absent')).toThrow('small-u has no activation absent');
});
