// Bundles the widget twice, as a module and as a classic script, and writes the hashes that pages name in `integrity`.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const BUNDLES = [
  { file: 'drape-try-on.js', format: 'esm', define: {} },
  // A classic script has no import.meta; it finds its address through document.currentScript.
  { file: 'drape-try-on.classic.js', format: 'iife', define: { 'import.meta.url': '""' } },
];

for (const { file, format, define } of BUNDLES) {
  await build({
    entryPoints: [here('src/index.ts')],
    outfile: here(`dist/${file}`),
    bundle: true,
    minify: true,
    format,
    define,
    target: ['chrome100', 'firefox101', 'safari16'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

const integrityOf = (file) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(here(`dist/${file}`)))
    .digest('base64')}`;
const hashes = Object.fromEntries(BUNDLES.map(({ file }) => [file, integrityOf(file)]));
writeFileSync(here('dist/integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
