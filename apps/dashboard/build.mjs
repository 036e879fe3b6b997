// Builds the dashboard into dist/, where nothing changed since the last time not at all: it is part of every start.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const STAMP = join(HERE, 'dist/.built');
const INPUTS = ['src', 'public', 'index.html', 'package.json', 'vite.config.mjs', 'build.mjs', '../../pnpm-lock.yaml'];

const wanted = hashOf(INPUTS);
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  await build({ root: HERE, logLevel: 'warn' });
  writeFileSync(STAMP, wanted);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap(filesOf)) hash.update(file).update(readFileSync(join(HERE, file)));
  return hash.digest('hex');
}

function filesOf(name) {
  const path = join(HERE, name);
  const entries = /\.\w+$/.test(name) ? null : readdirSync(path, { recursive: true, withFileTypes: true });
  if (entries === null) return [name];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(HERE.length))
    .sort();
}
