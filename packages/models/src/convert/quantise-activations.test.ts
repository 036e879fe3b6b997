import { describe, expect, it } from '@jest/globals';
import { openNetwork } from '../networks/open-network';
import { OnnxGraphBuilder } from '../onnx/graph-builder';
import {
  quantiseActivation,
  dequantisedName,
  widestRange,
  writeIntegerConv,
  type QuantisedActivations,
  type Range,
} from './quantise-activations';

const SHAPE = [1, 2, 4, 4];
const same = { dilations: [1, 1], kernel_shape: [1, 1], pads: [0, 0, 0, 0], strides: [1, 1] };

async function run(onnx: OnnxGraphBuilder, output: string, data: Float32Array): Promise<Float32Array> {
  const bytes = onnx.finish('held', [{ name: 'x', shape: SHAPE }], [{ name: output, shape: SHAPE }]);
  const network = await openNetwork(bytes, { providers: ['cpu'], threads: 1, onFallback: () => {} });
  const result = await network.run({ x: { data, shape: SHAPE } }, [output]);
  await network.close();
  return result[output].data;
}

function quantising(range: Range) {
  const onnx = new OnnxGraphBuilder();
  const quantised: QuantisedActivations = new Map();
  quantiseActivation(onnx, quantised, 'x', range);
  return { onnx, held: quantised };
}

describe('quantiseActivation', () => {
  it('rounds to 255 steps of the range and cuts what lies outside', async () => {
    const { onnx, held: quantised } = quantising([-1, 4.1]);
    const data = Float32Array.from({ length: 32 }, (_, i) => i / 4 - 2);
    const read = await run(onnx, dequantisedName(quantised, 'x'), data);
    read.forEach((value, i) => {
      const cut = Math.min(4.1, Math.max(-1, data[i]));
      expect(Math.abs(value - cut)).toBeLessThan(0.0101);
    });
  });

  it('leaves alone what is not held, and joins ranges', () => {
    const { onnx, held: quantised } = quantising([-1, 2]);
    quantiseActivation(onnx, quantised, 'y', [0, 7]);
    expect(dequantisedName(quantised, 'z')).toBe('z');
    expect(widestRange(quantised, ['x', 'y'])).toEqual([-1, 7]);
    expect(() => widestRange(quantised, ['z'])).toThrow('the activation z is not held in bytes');
  });
});

describe('writeIntegerConv', () => {
  it('keeps kernels of very different size, and the bias of an empty one', async () => {
    const { onnx, held: quantised } = quantising([0, 1]);
    const weight = { shape: [2, 2, 1, 1], values: Float32Array.of(100, -50, 0, 0) };
    writeIntegerConv(onnx, quantised, {
      from: 'x',
      output: 'y',
      weight,
      bias: Float32Array.of(1, 0.3),
      attributes: same,
    });
    const read = await run(
      onnx,
      'y',
      Float32Array.from({ length: 32 }, (_, i) => (i < 16 ? 0.8 : 0.4)),
    );
    read.forEach((value, i) => expect(Math.abs(value - (i < 16 ? 61 : 0.3))).toBeLessThan(i < 16 ? 0.5 : 1e-4));
  });
});
