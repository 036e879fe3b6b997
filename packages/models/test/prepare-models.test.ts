import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ARTIFACTS_DIR, MANIFEST_FILE, readManifest } from '../src';
import { packPackage } from '../src/prepare/pack-package';
import { prepareModels } from '../src/prepare/prepare-models';
import { testEnvironment } from '../../testkit/src/test-environment';

const manifest = readManifest();
const CLI = join(__dirname, '..', 'dist', 'cli.js');
const parser = manifest.models.find((model) => 'path' in model.source) ?? manifest.models[0];
const ours = { ...manifest, models: [parser] };

describe('prepareModels', () => {
  let artifactsDir: string;
  const lines: string[] = [];
  const prepare = (what: typeof manifest) =>
    prepareModels({
      manifest: what,
      manifestFile: MANIFEST_FILE,
      artifactsDir,
      onProgress: (line) => lines.push(line),
    });
  beforeEach(() => {
    artifactsDir = mkdtempSync(join(tmpdir(), 'drape-test-prepare-'));
    lines.length = 0;
  });
  afterEach(() => rmSync(artifactsDir, { recursive: true }));

  it('makes a missing file once, with its notice, and leaves no partial file', async () => {
    expect(await prepare(ours)).toEqual([parser.id]);
    expect(readdirSync(artifactsDir).sort()).toEqual(['NOTICE', parser.artifact.file]);
    expect(readFileSync(join(artifactsDir, 'NOTICE'), 'utf8')).toContain(`${parser.artifact.file} (${parser.id})`);
    expect(await prepare(ours)).toEqual([]);
  });

  it('makes a damaged file again', async () => {
    writeFileSync(join(artifactsDir, parser.artifact.file), 'not a network');
    expect(await prepare(ours)).toEqual([parser.id]);
    expect(readFileSync(join(artifactsDir, parser.artifact.file))).toHaveLength(parser.artifact.bytes);
  });

  it('names the expected and the actual checksum of a source that changed', async () => {
    const zeros = '0'.repeat(64);
    const changed = { ...ours, models: [{ ...parser, source: { path: 'weights/person-parser.onnx', sha256: zeros } }] };
    await expect(prepare(changed)).rejects.toThrow(/has sha256 [0-9a-f]{64}, expected 0{64}$/);
    expect(readdirSync(artifactsDir)).toEqual([]);
  });

  it('says which package it cannot have', async () => {
    const fetching = packPackage('@drape/no-such-package-anywhere', '1.0.0', 'sha512-x');
    await expect(fetching).rejects.toThrow(
      /^cannot fetch @drape\/no-such-package-anywhere@1.0.0 from the npm registry: /,
    );
  }, 60_000);
});

describe('pnpm models', () => {
  it('does nothing where all is right', () => {
    const out = execFileSync(process.execPath, [CLI, '--out', ARTIFACTS_DIR], {
      env: testEnvironment(),
      encoding: 'utf8',
    });
    expect(out).toBe(`models are in place: ${ARTIFACTS_DIR}\n`);
  });

  it('proves by a self-test that every network answers as it should', () => {
    const out = execFileSync(process.execPath, [CLI, '--out', ARTIFACTS_DIR, '--self-test'], {
      env: testEnvironment(),
      encoding: 'utf8',
    });
    expect(out.match(/answers as it should on cpu/g)).toHaveLength(manifest.models.length);
  });

  it('says offline in one sentence what failed', () => {
    const artifactsDir = mkdtempSync(join(tmpdir(), 'drape-test-offline-'));
    for (const { artifact, source } of manifest.models) {
      if ('path' in source) copyFileSync(join(ARTIFACTS_DIR, artifact.file), join(artifactsDir, artifact.file));
    }
    const env = testEnvironment({
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: artifactsDir,
      npm_config_fetch_retries: '0',
    });
    const { status, stderr } = spawnSync(process.execPath, [CLI, '--out', artifactsDir], { encoding: 'utf8', env });
    rmSync(artifactsDir, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^pnpm models: cannot fetch @mediapipe\/pose@.* from the npm registry: check the connection .*\n$/,
    );
  }, 60_000);
});
