import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

const SECONDS = '20';
/** As long as the command waits at all: how soon all have ended depends on the machine, and is the command's own to hold. */
const DRAIN_SECONDS = '180';

async function chaos(seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'drape-chaos-test-'));
  const file = join(folder, 'result.json');
  const options = ['--seed', String(seed), '--seconds', SECONDS, '--drain', DRAIN_SECONDS, '--json', file];
  const args = [join(__dirname, 'chaos.mjs'), ...options];
  const child = spawn(process.execPath, args, { env: testEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += String(bytes)));
  const status = await new Promise((done) => child.once('close', done));
  try {
    return { status, said, result: JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('F18: faults at random, under mixed load', () => {
  // An odd seed has a Redis that keeps nothing, an even one a Redis that keeps its data on disk.
  it.each([1, 2])(
    'of seed %i: every promise holds',
    async (seed) => {
      const { status, said, result } = await chaos(seed);
      expect({ said, violations: result.violations, contradictions: result.contradictions }).toEqual({
        said,
        violations: [],
        contradictions: [],
      });
      expect(status).toBe(0);
      expect(result.accepted).toBeGreaterThan(0);
      expect(result.faults).toBeGreaterThan(0);
    },
    420_000,
  );
});
