import { spawn, spawnSync } from 'node:child_process';
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

const [, previous = ''] =
  /PREVIOUS_RELEASE = '([0-9a-f]{40})'/.exec(
    readFileSync(join(__dirname, 'lib/rollout/previous-release.mjs'), 'utf8'),
  ) ?? [];

/** A shallow clone, or an unpacked archive, does not hold the release before. */
function holdsPrevious(): boolean {
  const args = ['-C', __dirname, 'cat-file', '-e', `${previous}^{commit}`];
  return spawnSync('git', args, { env: testEnvironment() }).status === 0;
}

async function expectSoundRoll(...args: string[]): Promise<void> {
  const { status, said, result } = await rollout('--requests', '300', '--senders', '4', ...args);
  expect({ said, failures: result.failures }).toEqual({ said, failures: [] });
  expect(result).toMatchObject({ repeated: 0, open: 0 });
  expect(result.restarts).toBeGreaterThanOrEqual(4);
  expect(status).toBe(0);
}

if (holdsPrevious()) {
  // One test for both promises: the roll from the release before to this one is a roll too, and all four processes are replaced.
  it('rolls from the release before to this one, on the new schema: no request fails, no render is repeated', async () => {
    await expectSoundRoll('--previous');
  }, 600_000);
} else {
  const missing = `git holds no ${previous.slice(0, 7)} here (git fetch --unshallow brings it)`;
  // Told in words too: skipped in silence, F17 would seem to be shown.
  process.stderr.write(`\nF17 is NOT SHOWN by this run: ${missing}, so that the release before cannot be built.\n\n`);
  it(`rolls this release to itself, for ${missing}: no request fails, no render is repeated`, async () => {
    await expectSoundRoll();
  }, 600_000);
}
