import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

async function rollout(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'drape-rollout-test-'));
  const file = join(folder, 'result.json');
  const all = [join(__dirname, 'rollout.mjs'), '--json', file, ...args];
  const child = spawn(process.execPath, all, { env: testEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += String(bytes)));
  const status = await new Promise((done) => child.once('close', done));
  try {
    return { status, said, result: JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A shallow clone may not hold the release before; then this one rolls to itself. */
function hasHistory(): boolean {
  const args = ['-C', __dirname, 'rev-parse', '--is-shallow-repository'];
  return execFileSync('git', args, { env: testEnvironment(), encoding: 'utf8' }).trim() === 'false';
}

// One test for both promises: the roll from the release before to this one is a roll too, and all four processes are replaced.
it('rolls from the release before to this one, on the new schema: no request fails, no render is repeated', async () => {
  const { status, said, result } = await rollout(
    '--requests',
    '300',
    '--senders',
    '4',
    ...(hasHistory() ? ['--previous'] : []),
  );
  expect({ said, failures: result.failures }).toEqual({ said, failures: [] });
  expect(result).toMatchObject({ repeated: 0, open: 0 });
  expect(result.restarts).toBeGreaterThanOrEqual(4);
  expect(status).toBe(0);
}, 600_000);
