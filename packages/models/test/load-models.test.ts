import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRaster } from '@drape/imaging';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    expect([cut.width, cut.height]).toEqual([64, 48]);
    expect(cut.data.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  it('takes a picture of one pixel', async () => {
    expect((await models.detectPose(createRaster(1, 1, 3))).person).toBeNull();
    expect((await models.cutOut(createRaster(1, 1, 3))).data).toHaveLength(1);
  });

  it('falls back to the CPU where a provider is not built in, and says so', async () => {
    const lines: { fields: Readonly<Record<string, unknown>>; message: string }[] = [];
    const log = (fields: Readonly<Record<string, unknown>>, message: string) => lines.push({ fields, message });
    const fallen = await loadModels({ provider: 'cuda', threads: 1, log });
    await fallen.close();
    const refusals = lines.filter(({ message }) => message.startsWith('execution provider refused'));
    if (fallen.provider === 'cuda') return expect(refusals).toEqual([]);
    expect(fallen.provider).toBe('cpu');
    expect(refusals).toHaveLength(1);
    expect(refusals[0].fields).toMatchObject({ model: 'blazepose-detector', provider: 'cuda' });
  });
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

  it('loads without a parser where the manifest has none', async () => {
    const file = join(folder, 'manifest.json');
    const all = readManifest();
    writeFileSync(
      file,
      JSON.stringify({ ...all, models: all.models.filter((model) => model.role !== 'person.parse') }),
    );
    const models = await load(file);
    await models.close();
    expect(models.parsePerson).toBeUndefined();
    expect(readFileSync(MANIFEST_FILE, 'utf8')).toContain('person.parse');
  });
});
