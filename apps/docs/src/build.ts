/**
 * Builds the site into dist: the documents of the repository become pages in .cache/pages, and VitePress makes HTML of them.
 * Does nothing where dist was made of the same documents, so that it may stand in front of every start.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { policyOf } from './policy';
import { readSite, type Site } from './read-site';
import { ROOT } from './site-map';

const HERE = join(__dirname, '..');
const PAGES = join(HERE, '.cache/pages');
const DIST = join(HERE, 'dist');
/** Of a build that failed. */
const LEFT_OVER = join(HERE, '.vitepress/.temp');
/** Says what dist was made of. */
const STAMP = join(DIST, 'built-from.json');

async function main(): Promise<void> {
  // VitePress looks for its packages from here.
  process.chdir(HERE);
  const site = readSite();
  const madeOf = stampOf(site);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === madeOf) return;
  writePages(site);
  // Here, because to load it takes longer than to see that there is nothing to do.
  const { build } = await import('vitepress');
  try {
    await build(HERE);
  } finally {
    rmSync(LEFT_OVER, { recursive: true, force: true });
  }
  const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const html = new Map(names.map((name) => [name, readFileSync(join(DIST, name), 'utf8')]));
  writeFileSync(join(DIST, 'csp.json'), `${JSON.stringify(policyOf(html), null, 2)}\n`);
  writeFileSync(STAMP, madeOf);
}

function writePages({ pages, images }: Site): void {
  rmSync(PAGES, { recursive: true, force: true });
  for (const { route, markdown } of pages) write(join(PAGES, `${route === '' ? 'index' : route}.md`), markdown);
  for (const path of images) cpSync(join(ROOT, path), join(PAGES, path.slice('docs/'.length)), { recursive: true });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Changes whenever the site would: with its pages and pictures, with what makes them, with the generator. */
function stampOf({ pages, sections, images }: Site): string {
  const hash = createHash('sha256').update(JSON.stringify([pages, sections]));
  const makers = ['src', '.vitepress'].flatMap((folder) => filesIn(join(HERE, folder)));
  for (const file of [join(HERE, 'package.json'), ...makers, ...images.map((path) => join(ROOT, path))])
    hash.update(readFileSync(file));
  return `${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

void main();
