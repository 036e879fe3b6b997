import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelEntry } from './manifest-schema';

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a model's prepared file and checks it against the manifest.
 *
 * Throws: one sentence with the file, the expected and the actual sha256, and how to repair it.
 */
export function readArtifact(artifactsDir: string, { artifact, id }: ModelEntry): Uint8Array {
  const file = join(artifactsDir, artifact.file);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    const expected = `expected sha256 ${artifact.sha256}`;
    throw new Error(`model ${id} is missing at ${file} (${expected}); run "pnpm models"`, { cause });
  }
  const actual = sha256Of(bytes);
  if (actual !== artifact.sha256) {
    const sums = `expected sha256 ${artifact.sha256}, actual ${actual}`;
    throw new Error(`model ${id} at ${file} is damaged (${sums}); run "pnpm models" to make it again`);
  }
  return bytes;
}
