import { describe, expect, it } from '@jest/globals';
import { noise } from '../../test/layout';
import { openNetwork } from '../networks/open-network';
import { OnnxGraphBuilder } from '../onnx/graph-builder';
import { readOnnx } from '../onnx/read-onnx';
import { foldPadding } from './fold-padding';

const INPUT = { name: 'x', shape: [1, 2, 6, 4] };
const OUT = [1, 3, 3, 2];

/** A picture with zeros around it, read by two strided convolutions, or also by another node. */
function padded(inside: boolean, alsoRead = false): Uint8Array {
  const g = new OnnxGraphBuilder();
  g.node('Pad', ['x', g.ints('pads', [0, 0, 1, 0, 0, 0, 1, 2])], 'framed');
  for (const output of ['y', 'z']) {
    const weights = g.floats(`${output}.w`, [3, 2, 3, 3], noise(54, output === 'y' ? 1 : 2));
    const attributes = { kernel_shape: [3, 3], strides: [2, 2], pads: [0, 0, 0, 0], dilations: [1, 1], group: 1 };
    g.node('Conv', ['framed', weights], output, attributes);
  }
  const outputs = ['y', 'z'].map((name) => ({ name, shape: OUT }));
  if (alsoRead) {
    g.node('Relu', ['framed'], 'r');
    outputs.push({ name: 'r', shape: [1, 2, 8, 6] });
  }
  if (inside) foldPadding(g);
  return g.finish('padded', [INPUT], outputs);
}

async function run(onnx: Uint8Array): Promise<readonly Float32Array[]> {
  const network = await openNetwork(onnx, { providers: ['cpu'], threads: 1, onFallback: () => {} });
  const { y, z } = await network.run({ x: { data: noise(48, 3), shape: INPUT.shape } }, ['y', 'z']);
  await network.close();
  expect(y.shape).toEqual(OUT);
  return [y.data, z.data];
}

describe('foldPadding', () => {
  it('lets convolutions add the zeros, which give the same to the last bit', async () => {
    const after = padded(true);
    expect(readOnnx(after).nodes.map(({ type }) => type)).toEqual(['Conv', 'Conv']);
    expect(await run(after)).toEqual(await run(padded(false)));
  });

  it('leaves zeros alone that others read too', () => {
    expect(padded(true, true)).toEqual(padded(false, true));
  });
});
