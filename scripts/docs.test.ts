import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit';

const ROOT = join(__dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** What a reader of the repository has. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  env: testEnvironment(),
})
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const TEXTS = FILES.filter((path) => /\.(?:ts|mjs|md|prisma|sql|yaml)$/.test(path) && !path.includes('/artifacts/'));

/** Of its headings, as a page shows them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('docs/contract.md', () => {
  const text = read('docs/contract.md');
  const headings = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));

  it('has sections 1 to 16, and rows for each', () => {
    const sections = Array.from({ length: 16 }, (_none, at) => at + 1);
    expect(headings).toEqual(sections);
    const table = text.slice(text.indexOf('## What shows it'));
    const rows = new Set([...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)));
    expect([...rows]).toEqual(sections);
  });

  it('names tests that exist, in each row of what is there', () => {
    const files = [...text.matchAll(/`((?:apps|packages|scripts)\/[^`]+)`/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const rows = text.split('\n').filter((line) => /^\| \d+ \|.*\| there/.test(line));
    expect(rows.filter((row) => !/\.test\.ts`/.test(row))).toEqual([]);
  });
});

describe('texts and comments', () => {
  it('link to files that are here', () => {
    const missing = TEXTS.filter((path) => path.endsWith('.md')).flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, link]) => join(dirname(path), link ?? ''))
        .filter((link) => !existsSync(join(ROOT, link))),
    );
    expect(missing).toEqual([]);
  });

  it('link to headings that are there', () => {
    const wrong = TEXTS.filter((path) => path.endsWith('.md')).flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, file, anchor]) => ({ file: file === '' ? path : join(dirname(path), file ?? ''), anchor }))
        .filter(({ file, anchor }) => existsSync(join(ROOT, file)) && !anchorsOf(file).includes(anchor ?? ''))
        .map(({ file, anchor }) => `${path}: ${file}#${anchor}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name scripts that there are', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const strangers = TEXTS.filter((path) => path.endsWith('.md')).flatMap((path) =>
      [...read(path).matchAll(/\bnpx (?:--no-install )?pnpm (?:run )?([a-z][a-z:-]*)/g)]
        .map(([, script]) => script ?? '')
        .filter((script) => !(script in scripts))
        .map((script) => `${path}: ${script}`),
    );
    expect(strangers).toEqual([]);
  });

  it('point to no document that the repository does not have', () => {
    const names = new Set(FILES.filter((path) => path.endsWith('.md')).map((path) => path.replace(/^.*\//, '')));
    const strangers = TEXTS.flatMap((path) =>
      [...read(path).matchAll(/\b([a-z][a-z-]*\.md) ?(?:§|,)/g)]
        .filter(([, name]) => !names.has(name ?? ''))
        .map(([found]) => `${path}: ${found}`),
    );
    expect(strangers).toEqual([]);
  });

  it('name documents by a path that they have', () => {
    // It makes up documents of its own.
    const texts = TEXTS.filter((path) => path !== 'apps/docs/src/markdown.test.ts');
    const wrong = texts.flatMap((path) =>
      [...read(path).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md\b/g)]
        .filter(([document]) => !existsSync(join(ROOT, document)))
        .map(([document]) => `${path}: ${document}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name sections of the contract by its file', () => {
    const bare = TEXTS.flatMap((path) =>
      [...read(path).matchAll(/(?<!docs\/)\b(?:api|contract)\.md §\d+/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(bare).toEqual([]);
  });
});
