// Bundles the widget twice, as a module and as a classic script, and writes the hashes that pages name in `integrity`; and the page
// of the playground with its samples.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const BUNDLES = [
  { file: 'drape-try-on.js', format: 'esm', define: {} },
  // A classic script has no import.meta; it finds its address through document.currentScript.
  { file: 'drape-try-on.classic.js', format: 'iife', define: { 'import.meta.url': '""' } },
];

const COMMON = {
  bundle: true,
  minify: true,
  target: ['chrome100', 'firefox101', 'safari16'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};
const PLAYGROUND = here('dist/playground');
const SAMPLES = here('../../packages/local/samples');

for (const { file, format, define } of BUNDLES) {
  await build({ ...COMMON, entryPoints: [here('src/index.ts')], outfile: here(`dist/${file}`), format, define });
}
await buildPlayground();

async function buildPlayground() {
  rmSync(PLAYGROUND, { recursive: true, force: true });
  mkdirSync(join(PLAYGROUND, 'samples'), { recursive: true });
  const outfile = join(PLAYGROUND, 'playground.js');
  await build({ ...COMMON, entryPoints: [here('src/playground/index.ts')], outfile, format: 'esm' });
  cpSync(here('src/playground/page.css'), join(PLAYGROUND, 'playground.css'));
  cpSync(here('src/playground/page.html'), join(PLAYGROUND, 'page.html'));
  const samples = readdirSync(join(SAMPLES, 'garments')).flatMap((category) =>
    readdirSync(join(SAMPLES, 'garments', category)).map((name) => takeSample(category, name)),
  );
  const persons = ['full-body.jpg', 'upper-body.jpg'];
  // The persons' licence wants to travel with them.
  for (const name of [...persons, 'LICENSE-human.txt'])
    cpSync(join(SAMPLES, 'persons', name), join(PLAYGROUND, 'samples', name));
  writeFileSync(join(PLAYGROUND, 'samples.json'), `${JSON.stringify({ samples, persons }, null, 2)}\n`);
}

/** A drawn garment, under a name of its own. */
function takeSample(category, name) {
  const file = `${category}-${name}`;
  cpSync(join(SAMPLES, 'garments', category, name), join(PLAYGROUND, 'samples', file));
  const title = name.replace(/\.\w+$/, '').replaceAll('-', ' ');
  return { file, category, title };
}

const integrityOf = (file) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(here(`dist/${file}`)))
    .digest('base64')}`;
const hashes = Object.fromEntries(BUNDLES.map(({ file }) => [file, integrityOf(file)]));
writeFileSync(here('dist/integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
