import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { node18, testEnvironment } from '../../testkit';

const ROOT = join(__dirname, '..');
const runWith = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, env: testEnvironment(), encoding: 'utf8' }).trim();
const node = (...args: string[]) => runWith(process.execPath, ...args);

describe('@drape/client', () => {
  it('has the types of the API as it is', () => {
    expect(node('scripts/write-types.mjs', '--check')).toBe('');
  });

  it('needs nothing at run time', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
  });
});

describe.each(['this Node', 'Node 18'])('@drape/client in %s', (name) => {
  let program = process.execPath;
  const node = (...args: string[]) => runWith(program, ...args);

  beforeAll(async () => {
    if (name === 'Node 18') program = await node18();
  }, 300_000);

  it('can be imported and required, with the same names', () => {
    const print = 'console.log(Object.keys(client).filter((name) => name !== "default").sort().join())';
    const imported = node('--input-type=module', '-e', `import * as client from '@drape/client'; ${print}`);
    const required = node('--input-type=commonjs', '-e', `const client = require('@drape/client'); ${print}`);
    expect(imported.split(',')).toEqual(expect.arrayContaining(['Drape', 'DrapeError', 'verifyWebhook']));
    expect(required).toBe(imported);
  });

  it.each(['module', 'commonjs'])('finds WebCrypto where it is no global (%s)', (kind) => {
    const load = kind === 'module' ? "await import('@drape/client')" : "require('@drape/client')";
    const source = `(async () => {
      delete globalThis.crypto;
      const { Drape } = ${load};
      const play = async (_url, { headers }) => (console.log(headers['Idempotency-Key']), Response.json({ data: {} }));
      await new Drape({ apiKey: 'k', baseUrl: 'http://drape.example', fetch: play }).measurements.create({ height: 178 });
    })();`;
    expect(node(`--input-type=${kind}`, '-e', source)).toMatch(/^[0-9a-f]{32}$/);
  });
});
