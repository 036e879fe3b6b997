import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Part of every cache key: raise it when the analysis of garments or people, or the picture, changes. */
export const ENGINE_VERSION = 'engine-26';

/** Names what makes the pictures: this engine, and the networks that an operator put in the place of ours. Throws: the file is missing. */
export function engineOf(overrideFile: string | undefined): string {
  if (overrideFile === undefined) return ENGINE_VERSION;
  return `${ENGINE_VERSION}+${createHash('sha256').update(readFileSync(overrideFile)).digest('hex')}`;
}
