import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { PHOTO, startService, type TestService } from './service';

/** The README's programs, in a project that has the client installed: type-checked, then run against the gateway. */
const PACKAGE = join(__dirname, '..');
const ROOT = join(PACKAGE, '../..');
const text = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const programs = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, source = '']) => source);
const execute = promisify(execFile);

let service: TestService;
let project: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  service = await startService();
  env = { ...process.env, DRAPE_URL: service.url, DRAPE_KEY: await service.newKey() };
  project = mkdtempSync(join(tmpdir(), 'drape-readme-'));
  mkdirSync(join(project, 'node_modules/@drape'), { recursive: true });
  symlinkSync(PACKAGE, join(project, 'node_modules/@drape/client'));
  writeFileSync(join(project, 'me.jpg'), PHOTO);
  programs.forEach((source, at) => writeFileSync(join(project, `${at}.mts`), source));
});

afterAll(async () => {
  await service?.stop();
  if (project !== undefined) rmSync(project, { recursive: true });
});

/** What the program prints. */
async function run(source: string): Promise<string> {
  const at = programs.indexOf(source);
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } } as const;
  writeFileSync(join(project, `${at}.mjs`), transformSync(source, options).code);
  return (await execute(process.execPath, [`${at}.mjs`], { cwd: project, env })).stdout;
}

const EXPECTED: readonly (readonly [holds: string, prints: RegExp])[] = [
  ['createAndWait', /^http\S+ 61 \[/],
  ['waitFor', /^(queued|processing|failed)\nperson_not_detected false\nfailed\n$/],
  ['events', /completed http\S+\nhttp/],
  ['sessions.list', /visit-8 0\n/],
  ['products.create', /^(pending|ready|failed)\nin\n$/],
  ['NotFoundError', /^tryon_not_found req_\w+\n\d+ \d{4}-/],
  ['verifyWebhook', /^$/],
];

describe('the README', () => {
  it('has the right types', async () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const roots = join(ROOT, 'node_modules/@types');
    const files = programs.map((_source, at) => `${at}.mts`);
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const check = execute(process.execPath, [tsc, ...flags, '--typeRoots', roots, ...files], { cwd: project });
    expect(await check.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  });

  it('has a program for each expectation', () => expect(programs).toHaveLength(EXPECTED.length));

  it.each(EXPECTED)('tells the truth about %s', async (holds, prints) => {
    const source = programs.find((program) => program.includes(`${holds}(`) || program.includes(`instanceof ${holds}`));
    expect(await run(source ?? '')).toMatch(prints);
  });
});
