import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArtifact, sha256Of } from './artifact-file';
import type { Manifest, ModelEntry, Role } from './manifest-schema';
import { modelFor, readManifest } from './read-manifest';

/** Adapters that an operator's own network may use; the others depend on one network's tensors. */
const OPEN_ADAPTERS: readonly ModelEntry['adapter'][] = ['semantic-seg', 'person-parser'];

/** A model chosen for a role, and how to get its verified bytes. */
export interface ChosenModel {
  readonly model: ModelEntry;
  readonly read: () => Uint8Array;
  /** The operator's own model: nothing is known about its weights. */
  readonly foreign: boolean;
}

/**
 * Chooses the model of a role: the operator's if the override file has one, the manifest's otherwise.
 *
 * An override is a manifest of its own (same schema). Its models are at `source.path`, relative to that file, and are checked against
 * `source.sha256`; they must be ONNX files already (`build` copy).
 * Throws: if the override file is wrong, so that a worker with a broken override does not start with weaker networks.
 */
export function chooseModels(
  manifest: Manifest,
  artifactsDir: string,
  overrideFile: string | undefined,
): (role: Role) => ChosenModel | undefined {
  const override = overrideFile === undefined ? undefined : readManifest(overrideFile);
  for (const model of override?.models ?? []) rejectUnfit(model, overrideFile ?? '');
  return (role) => {
    const own = override === undefined ? undefined : modelFor(override, role);
    if (own !== undefined) return { model: own, read: () => readOverride(own, overrideFile ?? ''), foreign: true };
    const model = modelFor(manifest, role);
    return model && { model, read: () => readArtifact(artifactsDir, model), foreign: false };
  };
}

function rejectUnfit({ id, adapter, role, build, source }: ModelEntry, file: string): void {
  if (role !== 'person.parse' || !OPEN_ADAPTERS.includes(adapter)) {
    throw new Error(`the override ${file} gives ${id} for ${role}; only person.parse by semantic-seg can be replaced`);
  }
  if (build !== 'copy' || !('path' in source)) {
    throw new Error(`the override ${file} must name an ONNX file for ${id}: build "copy" and source.path`);
  }
}

function readOverride({ id, source }: ModelEntry, overrideFile: string): Uint8Array {
  if (!('path' in source)) throw new Error(`the override of ${id} has no path`);
  const file = join(dirname(overrideFile), source.path);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Error(`the override model ${id} cannot be read at ${file}`, { cause });
  }
  const actual = sha256Of(bytes);
  if (actual !== source.sha256) {
    throw new Error(`the override model ${id} at ${file} has sha256 ${actual}, expected ${source.sha256}`);
  }
  return bytes;
}
