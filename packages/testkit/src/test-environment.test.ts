import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testEnvironment } from './test-environment';

const ROOT = join(__dirname, '../../..');

describe('testEnvironment', () => {
  const kept = process.env['FORCE_COLOR'];
  afterEach(() => {
    if (kept === undefined) delete process.env['FORCE_COLOR'];
    else process.env['FORCE_COLOR'] = kept;
  });

  it('keeps a program plain where the test runner forces colours', () => {
    process.env['FORCE_COLOR'] = '1';
    const print = (env: Record<string, string>) =>
      execFileSync(process.execPath, ['-e', 'console.log(false)'], { env, encoding: 'utf8' });
    expect(print({ FORCE_COLOR: '1' })).toContain('\u001b[33m');
    expect(print(testEnvironment())).toBe('false\n');
  });

  it('hands on what the test gives, also where the machine says otherwise', () => {
    expect(testEnvironment({ PATH: '/mine', DRAPE_URL: 'x' })).toMatchObject({ PATH: '/mine', DRAPE_URL: 'x' });
    expect(testEnvironment()['PATH']).toBe(process.env['PATH']);
  });
});

/** Test files, and the testkit, which starts programs for them. */
function sourcesOfTests(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : sourcesOfTests(path);
    return /\.test\.ts$|packages\/testkit\/src\/.*\.ts$|\/test\/.*\.ts$/.test(path) ? [path] : [];
  });
}

/** The calls that start a program, each with its arguments. */
function startsIn(source: string): string[] {
  const aliases = [...source.matchAll(/const (\w+) = promisify\(execFile\)/g)].map(([, name]) => name);
  const names = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork', ...aliases].join('|');
  return [...source.matchAll(new RegExp(`(?<![.\\w])(?:${names})\\(`, 'g'))].map(({ index }) => callAt(source, index));
}

function callAt(source: string, start: number): string {
  let depth = 0;
  for (let i = source.indexOf('(', start); i < source.length; i += 1) {
    if (source[i] === '(') depth += 1;
    if (source[i] === ')') depth -= 1;
    if (depth === 0) return source.slice(start, i + 1);
  }
  return source.slice(start);
}

describe('programs that tests start', () => {
  const files = ['apps', 'packages', 'scripts', 'docker'].flatMap((folder) => sourcesOfTests(join(ROOT, folder)));
  const sources = files.map((file) => ({ file: relative(ROOT, file), source: readFileSync(file, 'utf8') }));

  it('get an environment of their own', () => {
    const starts = sources.flatMap(({ file, source }) => startsIn(source).map((call) => `${file}: ${call}`));
    expect(starts.length).toBeGreaterThan(15);
    expect(starts.filter((call) => !/\benv\b/.test(call))).toEqual([]);
    expect(sources.filter(({ source }) => /\.{3}process\.env/.test(source)).map(({ file }) => file)).toEqual([]);
  });
});
