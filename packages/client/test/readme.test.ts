import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { node18, testEnvironment } from '../../testkit';
import { PHOTO, startService, type TestService } from './service';

/** The README's programs, in a project that has the client installed: type-checked, then run against the gateway. */
const PACKAGE = join(__dirname, '..');
const ROOT = join(PACKAGE, '../..');
const text = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const programs = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, source = '']) => source);
const execute = promisify(execFile);

let service: TestService;
let project: string;
let env: Record<string, string>;
/** The second row leads nowhere. */
const CATALOGUE = 'externalId,imageUrl\nB-1,https://shop.example/b1.jpg\nB-2,nowhere\n';

beforeAll(async () => {
  service = await startService();
  env = testEnvironment({ DRAPE_URL: service.url, DRAPE_KEY: await service.newKey() });
  project = mkdtempSync(join(tmpdir(), 'drape-readme-'));
  mkdirSync(join(project, 'node_modules/@drape'), { recursive: true });
  symlinkSync(PACKAGE, join(project, 'node_modules/@drape/client'));
  writeFileSync(join(project, 'me.jpg'), PHOTO);
  writeFileSync(join(project, 'catalogue.csv'), CATALOGUE);
  programs.forEach((source, at) => writeFileSync(join(project, `${at}.mts`), source));
});

afterAll(async () => {
  await service?.stop();
  if (project !== undefined) rmSync(project, { recursive: true });
});

type Modules = 'es6' | 'commonjs';

/** What a page does with the function that the README gives it, here with a token and a photo of its own. */
const IN_PAGE = `
import { readFile } from 'node:fs/promises';
const baseUrl = process.env.DRAPE_URL;
const shop = new Drape({ apiKey: process.env.DRAPE_KEY, baseUrl });
const { token } = await shop.clientTokens.create();
const input = { files: [new Blob([await readFile('me.jpg')])] };
console.log((await tryOn(baseUrl, token, input)).status);
`;

/** A program that ends by itself: pages call what they get, and servers stop listening. */
const runnable = (source: string): string =>
  (source.includes('input.files') ? source + IN_PAGE : source).replace(
    'server.listen(3000);',
    'server.listen(0).close();',
  );

/** What the program prints. As CommonJS it stands in a function, for the sake of its `await`s. */
async function run(source: string, node: string, type: Modules): Promise<string> {
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type } } as const;
  const { code } = transformSync(runnable(source), options);
  const file = `${programs.indexOf(source)}.${type === 'es6' ? 'mjs' : 'cjs'}`;
  writeFileSync(join(project, file), type === 'es6' ? code : `(async () => {${code}\n})();`);
  return (await execute(node, [file], { cwd: project, env })).stdout;
}

const EXPECTED: readonly (readonly [holds: string, prints: RegExp])[] = [
  ['createAndWait', /^http\S+ 61 \[/],
  ['waitFor', /^(queued|processing|failed)\nperson_not_detected false\nfailed\n$/],
  ['events', /completed http\S+\nhttp/],
  ['createBatch', /^completed\nrefused product_not_found\n61\n$/],
  ['uploads.upload', /^completed\ncompleted\ntrue\n$/],
  ['clientTokens.create', /^drp_ct_\S+\n$/],
  ['async function tryOn', /^completed\n$/],
  ['keys.create', /^drp_rk_live_\w+\nping pending\n\d+ \d+\n/],
  ['photos.check', /^false \[ 'top', 'jacket' \]\nbody_not_visible The legs .* \[ 'legs' \]\n$/],
  ['sessions.list', /visit-8 0\n/],
  ['products.create', /^(pending|ready|failed)\nin\n$/],
  ['products.import', /^2 1\n3 \S.*\n$/],
  ['NotFoundError', /^tryon_not_found req_\w+\n\d+ \d{4}-/],
  ['verifyWebhook', /^$/],
];

describe('the README', () => {
  it('has the right types', async () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const roots = join(ROOT, 'node_modules/@types');
    const files = programs.map((_source, at) => `${at}.mts`);
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const check = execute(process.execPath, [tsc, ...flags, '--typeRoots', roots, ...files], {
      cwd: project,
      env: testEnvironment(),
    });
    expect(await check.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  });

  it('has a program for each expectation', () => expect(programs).toHaveLength(EXPECTED.length));
});

describe.each([
  ['this Node', 'es6'],
  ['Node 18', 'es6'],
  ['Node 18', 'commonjs'],
] as const)('the README in %s as %s', (name, type) => {
  let node = process.execPath;
  beforeAll(async () => {
    if (name === 'Node 18') node = await node18();
  }, 300_000);

  it.each(EXPECTED)('tells the truth about %s', async (holds, prints) => {
    const source = programs.find((program) => program.includes(`${holds}(`) || program.includes(`instanceof ${holds}`));
    expect(await run(source ?? '', node, type)).toMatch(prints);
  });
});
