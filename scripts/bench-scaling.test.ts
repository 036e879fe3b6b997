import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { testEnvironment } from '../packages/testkit/src/test-environment';

const SCALED_OBJECT = join(__dirname, '../docker/kubernetes/overlays/keda/scaled-object.yaml');
/** The bench's own load in a tenth of its time, and an autoscaler that is in as much of a hurry. */
const SHORT = ['--rise', '12', '--hold', '4', '--workers-max', '5', '--up-times', '10', '--down-times', '60'];

async function scaling() {
  const folder = mkdtempSync(join(tmpdir(), 'drape-scaling-test-'));
  const file = join(folder, 'result.json');
  const args = [join(__dirname, 'bench-scaling.mjs'), ...SHORT, '--json', file];
  const child = spawn(process.execPath, args, { env: testEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += String(bytes)));
  const status = await new Promise((done) => child.once('close', done));
  try {
    // Its status says how long they waited, too, which depends on the machine.
    if (!existsSync(file)) throw new Error(`the bench ended with status ${String(status)}: ${said}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('scales workers by the query of the ScaledObject as the load rises and falls, and loses no try-on', async () => {
  const result = await scaling();
  const { spec } = parse(readFileSync(SCALED_OBJECT, 'utf8'));
  expect(result.query).toBe(spec.triggers[0].metadata.query);
  expect(result.figures).toBeGreaterThan(0);
  expect(result.accepted).toBeGreaterThan(0);
  expect(result).toMatchObject({ refused: 0, completed: result.accepted, repeated: 0 });
  const { first, most, last } = result.replicas;
  expect(first).toBe(spec.minReplicaCount);
  expect(most).toBeGreaterThan(first);
  expect(last).toBe(first);
}, 420_000);
