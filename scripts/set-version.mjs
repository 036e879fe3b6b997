#!/usr/bin/env node
/**
 * Writes one version into every package that is published: the four clients carry the same, for they have the same surface.
 *
 *   node scripts/set-version.mjs 1.2.3
 *
 * docs/release.md says what belongs to a release besides.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/paths.mjs';

/** Where a version stands, and what stands before it. */
const PLACES = [
  ['packages/client/package.json', /("version": ")[^"]+/],
  ['clients/python/pyproject.toml', /(^version = ")[^"]+/m],
  ['clients/python/drape/__init__.py', /(__version__ = ")[^"]+/],
  ['clients/php/composer.json', /("version": ")[^"]+/],
  ['clients/php/src/Drape.php', /(VERSION = ')[^']+/],
  ['clients/ruby/lib/drape/version.rb', /(VERSION = ")[^"]+/],
];

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  process.stderr.write(`A version is three numbers, such as 1.2.3; got "${version}".\n`);
  process.exit(2);
}
for (const [file, pattern] of PLACES) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no version where it is looked for`);
  writeFileSync(path, text.replace(pattern, `$1${version}`));
  process.stdout.write(`${file} ${version}\n`);
}
