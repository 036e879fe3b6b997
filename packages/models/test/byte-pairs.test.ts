import { describe, expect, it } from '@jest/globals';
import { ARTIFACTS_DIR } from '../src';
import { readArtifact } from '../src/artifact-file';
import { largestPair } from '../src/convert/byte-pairs';
import { quantiseActivation, writeIntegerConv, type QuantisedActivations } from '../src/convert/quantise-activations';
import { openNetwork } from '../src/networks/open-network';
import { OnnxGraphBuilder } from '../src/onnx/graph-builder';
import { readManifest } from '../src/read-manifest';
import { noise } from './layout';
import { byteKernels } from './read-kernels';

const BYTE_MAX = 255;
/** 255 · 128 is the largest sum of two products that 16 bits hold. */
const PAIR_LIMIT = 128;
const CHANNELS = 64;
const SHAPE = [1, CHANNELS, 8, 8];

const largestOf = (onnx: Uint8Array): number[] =>
  byteKernels(onnx).map(({ weights, channels }) => largestPair(weights, channels));

/** Reads back the sums of a convolution `raw` of the bytes x: rounded to bytes, too, so that it is carried out with whole numbers. */
function finish(onnx: OnnxGraphBuilder, held: QuantisedActivations): Uint8Array {
  quantiseActivation(onnx, held, onnx.node('Relu', ['raw'], 'sum'), [0, BYTE_MAX * CHANNELS]);
  return onnx.finish('sums', [{ name: 'x', shape: SHAPE }], [{ name: 'sum.reading', shape: SHAPE }]);
}

function start() {
  const onnx = new OnnxGraphBuilder();
  const held: QuantisedActivations = new Map();
  quantiseActivation(onnx, held, 'x', [0, BYTE_MAX]);
  return { onnx, held };
}

const attributes = { dilations: [1, 1], kernel_shape: [1, 1], pads: [0, 0, 0, 0], strides: [1, 1] };

function convolved(values: Float32Array): Uint8Array {
  const { onnx, held } = start();
  const weight = { shape: [CHANNELS, CHANNELS, 1, 1], values };
  writeIntegerConv(onnx, held, { from: 'x', output: 'raw', weight, bias: new Float32Array(CHANNELS), attributes });
  return finish(onnx, held);
}

/** A stranger's convolution: all weights are the largest byte. */
function strangers(): Uint8Array {
  const { onnx, held } = start();
  const weights = new Int8Array(CHANNELS * CHANNELS).fill(127);
  const step = onnx.floats('step', [], Float32Array.of(1 / 127));
  const zero = onnx.quanta('zero', [], new Int8Array(1));
  const bytes = onnx.quanta('weight', [CHANNELS, CHANNELS, 1, 1], weights);
  onnx.node(
    'Conv',
    ['x.reading', onnx.node('DequantizeLinear', [bytes, step, zero], 'weight.reading')],
    'raw',
    attributes,
  );
  return finish(onnx, held);
}

async function sumsOf(graph: Uint8Array, precise?: boolean): Promise<Float32Array> {
  const options = { providers: ['cpu'], threads: 1, onFallback: () => {} } as const;
  const network = await openNetwork(graph, precise === undefined ? options : { ...options, precise });
  const data = new Float32Array(CHANNELS * CHANNELS).fill(BYTE_MAX);
  const result = await network.run({ x: { data, shape: SHAPE } }, ['sum.reading']);
  await network.close();
  return result['sum.reading'].data;
}

describe('sums of products of bytes', () => {
  it.each(readManifest().models.map((model) => [model.id, model] as const))('fit into 16 bits in %s', (id, model) => {
    const largest = largestOf(readArtifact(ARTIFACTS_DIR, model));
    if (id === 'u2netp') expect(largest.length).toBeGreaterThan(900);
    expect(Math.max(0, ...largest)).toBeLessThanOrEqual(PAIR_LIMIT);
  });

  it('fit in what is written here, whatever the weights are', () => {
    for (let seed = 1; seed < 20; seed++) {
      const largest = largestOf(convolved(noise(CHANNELS * CHANNELS, seed)));
      expect(largest).toHaveLength(CHANNELS);
      expect(Math.max(...largest)).toBeLessThanOrEqual(PAIR_LIMIT);
      expect(Math.min(...largest)).toBeGreaterThanOrEqual(PAIR_LIMIT - 3);
    }
  });

  it('are exact at their largest, on this processor too', async () => {
    for (const sum of await sumsOf(convolved(new Float32Array(CHANNELS * CHANNELS).fill(1)))) {
      expect(sum / (BYTE_MAX * CHANNELS)).toBeCloseTo(1, 2);
    }
  });

  it('are exact for weights of which nothing is known, where precise ones are asked for', async () => {
    expect(Math.max(...largestOf(strangers()))).toBe(254);
    for (const sum of await sumsOf(strangers(), true)) expect(sum / (BYTE_MAX * CHANNELS)).toBeCloseTo(1, 2);
  });
});
