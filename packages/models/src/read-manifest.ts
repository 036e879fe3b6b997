import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { MANIFEST_SCHEMA, type Manifest, type ModelEntry, type Role } from './manifest-schema';

export const MANIFEST_FILE = join(__dirname, '..', 'manifest.json');
export const ARTIFACTS_DIR = join(__dirname, '..', 'artifacts');

/**
 * Reads and checks the list of models.
 *
 * Throws: if the file is missing, is not JSON, breaks the schema, or repeats a role, id or artifact; the message names the file and every
 * problem.
 */
export function readManifest(file: string = MANIFEST_FILE): Manifest {
  const value: unknown = parseJson(file);
  const validate = new Ajv({ allErrors: true }).compile<Manifest>(MANIFEST_SCHEMA);
  if (!validate(value)) {
    const problems = (validate.errors ?? []).map((e) => `${e.instancePath || '/'} ${e.message ?? 'is wrong'}`);
    throw new Error(`the model manifest ${file} is wrong: ${problems.join('; ')}`);
  }
  for (const pick of [(m: ModelEntry) => m.id, (m: ModelEntry) => m.role, (m: ModelEntry) => m.artifact.file]) {
    const values = value.models.map(pick);
    const twice = values.find((v, i) => values.indexOf(v) !== i);
    if (twice !== undefined) throw new Error(`the model manifest ${file} names ${twice} twice`);
  }
  return value;
}

/** The model that fills a role, undefined if none does. */
export function modelFor(manifest: Manifest, role: Role): ModelEntry | undefined {
  return manifest.models.find((model) => model.role === role);
}

function parseJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`the model manifest ${file} cannot be read`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`the model manifest ${file} is not JSON`, { cause });
  }
}
