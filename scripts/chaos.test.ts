import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

const SECONDS = '25';
/** Milliseconds between two faults, on average: each of the kinds finds its place in the time, and some a second one. */
const GAP = '2000';
const KINDS = ['F1', 'F3', 'F5', 'F7', 'F8', 'F9', 'F15'];
/** As long as the command waits at all: how soon all have ended depends on the machine, and is the command's own to hold. */
const DRAIN_SECONDS = '180';

async function chaos(seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'drape-chaos-test-'));
  const file = join(folder, 'result.json');
  const args = [
    join(__dirname, 'chaos.mjs'),
    '--seed',
    String(seed),
    '--seconds',
    SECONDS,
    '--gap',
    GAP,
    '--drain',
    DRAIN_SECONDS,
    '--json',
    file,
  ];
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
      for (const how of ['alone', 'in a batch', 'with an upload']) expect(result.made[how]).toBeGreaterThan(0);
      expect(result.followed).toBeGreaterThan(0);
      const kinds = Object.keys(result.byFault).map((name) => name.split(' ')[0]);
      expect(new Set(kinds)).toEqual(new Set(KINDS));
    },
    420_000,
  );
});
