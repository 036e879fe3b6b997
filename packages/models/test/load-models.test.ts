import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRaster } from '@drape/imaging';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSample } from './read-picture';
import { ARTIFACTS_DIR, loadModels, MANIFEST_FILE, modelFor, readManifest, type Models } from '../src';

const manifest = readManifest();

describe('loadModels', () => {
  let models: Models;
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
  });
  afterAll(() => models.close());

  it('runs every network on a warm-up', async () => {
    expect(models.provider).toBe('cpu');
    await models.warmUp();
  });

  it('finds nobody and nothing in a blank picture', async () => {
    const blank = createRaster(64, 48, 3);
    expect(await models.detectPose(blank)).toEqual({ person: null, others: [] });
    const cut = await models.cutOut(blank);
    expect([cut.width, cut.height]).toEqual([160, 160]);
    expect(cut.data.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  it('takes a picture of one pixel', async () => {
    expect((await models.detectPose(createRaster(1, 1, 3))).person).toBeNull();
    expect((await models.cutOut(createRaster(1, 1, 3))).data).toHaveLength(160 * 160);
  });

  it.each(['cuda', 'webgpu'] as const)(
    'falls back to the CPU where %s cannot be had, and says so',
    async (provider) => {
      const lines: { fields: Readonly<Record<string, unknown>>; message: string }[] = [];
      const log = (fields: Readonly<Record<string, unknown>>, message: string) => lines.push({ fields, message });
      const fallen = await loadModels({ provider, threads: 1, log });
      await fallen.warmUp();
      await fallen.close();
      const refusals = lines.filter(({ message }) => message.startsWith('execution provider refused'));
      if (fallen.provider === provider) return expect(refusals).toEqual([]);
      expect(fallen.provider).toBe('cpu');
      expect(refusals).toHaveLength(1);
      expect(refusals[0].fields).toMatchObject({ model: 'blazepose-detector', provider });
    },
  );
});

describe('model files that are not right', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'drape-test-models-'));
    for (const { artifact } of manifest.models)
      copyFileSync(join(ARTIFACTS_DIR, artifact.file), join(folder, artifact.file));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const load = (manifestFile: string = MANIFEST_FILE) =>
    loadModels({ artifactsDir: folder, manifest: manifestFile, provider: 'cpu', threads: 1 });
  const face = modelFor(manifest, 'face.mesh') ?? manifest.models[0];

  it('names the expected and the actual checksum of a damaged file', async () => {
    const file = join(folder, face.artifact.file);
    truncateSync(file, 1000);
    await expect(load()).rejects.toThrow(
      new RegExp(
        `^model face-mesh at .* is damaged \\(expected sha256 ${face.artifact.sha256}, actual [0-9a-f]{64}\\); run`,
      ),
    );
    copyFileSync(join(ARTIFACTS_DIR, face.artifact.file), file);
  });

  it('names the expected checksum of a missing file', async () => {
    const file = join(folder, face.artifact.file);
    rmSync(file);
    await expect(load()).rejects.toThrow(
      `is missing at ${file} (expected sha256 ${face.artifact.sha256}); run "pnpm models"`,
    );
    copyFileSync(join(ARTIFACTS_DIR, face.artifact.file), file);
  });

  it.each([
    ['lacks a role', JSON.stringify({ schema: 1, models: [face] }), 'has no model for the role pose.detector'],
    ['names a role twice', JSON.stringify({ schema: 1, models: [face, face] }), 'names face-mesh twice'],
    [
      'breaks the schema',
      JSON.stringify({ schema: 2, models: [{ ...face, role: 'nose' }] }),
      '/schema must be equal to constant; /models/0/role',
    ],
    ['is not JSON', '{', 'is not JSON'],
  ])('refuses a manifest that %s', async (_, text, message) => {
    const file = join(folder, 'manifest.json');
    writeFileSync(file, text);
    await expect(load(file)).rejects.toThrow(message);
  });

  describe('an operator’s override', () => {
    const parser = modelFor(manifest, 'person.parse') ?? manifest.models[0];
    const write = (model: object) => {
      const file = join(folder, 'operator.json');
      writeFileSync(file, JSON.stringify({ schema: 1, models: [model] }));
      return file;
    };
    const loadWith = (model: object) =>
      loadModels({ artifactsDir: folder, override: write(model), provider: 'cpu', threads: 1 });

    it('replaces the parser by a segmentation network of another size and other labels', async () => {
      const [image] = parser.inputs;
      const models = await loadWith({
        ...parser,
        id: 'operator-parser',
        adapter: 'semantic-seg',
        source: { path: parser.artifact.file, sha256: parser.artifact.sha256 },
        inputs: [{ ...image, shape: [1, 3, 128, 128] }],
        labels: [0, 1, 2, 3, 3, 3, 6, 6, 8, 9, 10, 10, 2],
      });
      const photo = await readSample('persons/full-body.jpg');
      const { person } = await models.detectPose(photo);
      if (person === null) throw new Error('nobody found');
      const parsed = await models.parsePerson(photo, person);
      await models.close();
      expect(parsed?.planes[3]).toMatchObject({ width: 64, height: 64 });
      expect(parsed?.box.width).toBeCloseTo(parsed?.box.height ?? 0, 6);
      expect(Math.max(...(parsed?.planes[4].data ?? [1]))).toBe(0);
    });

    it.each([
      ['lies about its checksum', { source: { path: parser.artifact.file, sha256: '0'.repeat(64) } }, 'expected 0{64}'],
      ['is not there', { source: { path: 'no.onnx', sha256: '0'.repeat(64) } }, 'cannot be read at .*no.onnx'],
      ['wants another role', { role: 'pose.detector' }, 'only person.parse by semantic-seg can be replaced'],
      ['would have to be converted', { build: 'tflite' }, 'must name an ONNX file'],
    ])('stops the start when it %s', async (_, change, message) => {
      await expect(loadWith({ ...parser, ...change })).rejects.toThrow(new RegExp(message));
    });
  });

  it('does not load where the manifest has no parser', async () => {
    const file = join(folder, 'manifest.json');
    const all = readManifest();
    writeFileSync(
      file,
      JSON.stringify({ ...all, models: all.models.filter((model) => model.role !== 'person.parse') }),
    );
    await expect(load(file)).rejects.toThrow('the model manifest has no model for the role person.parse');
  });
});
