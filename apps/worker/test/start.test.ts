import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnProcess } from '@drape/testkit';
import { createWorkerHarness, type WorkerHarness } from './worker-harness';

const ARTIFACTS = resolve(__dirname, '../../../packages/models/artifacts');
const MAIN = 'apps/worker/dist/main.js';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness();
}, 30_000);

afterAll(() => harness.close());

async function startAndEnd(env: Record<string, string>) {
  const worker = spawnProcess(MAIN, { env });
  const { status } = await worker.ended;
  return { status, output: worker.lines.join('\n'), logs: worker.logs() };
}

describe('a worker that cannot work says why and takes no job', () => {
  interface Case {
    readonly fault: string;
    /** What stands in the place of the file; nothing where null. */
    readonly replace: (bytes: Buffer) => Buffer | null;
    readonly says: RegExp;
  }
  const CASES: readonly Case[] = [
    {
      fault: 'damaged',
      replace: (bytes) => {
        bytes[1_000_000] = (bytes[1_000_000] ?? 0) ^ 1;
        return bytes;
      },
      says: /face-mesh at .* is damaged \(expected sha256 [0-9a-f]{64}, actual [0-9a-f]{64}\)/,
    },
    {
      fault: 'missing',
      replace: () => null,
      says: /face-mesh is missing at .*face-mesh\.onnx \(expected sha256 [0-9a-f]{64}\)/,
    },
  ];

  it.each(CASES)(
    'a $fault model: never ready, the file and its checksum are named',
    async ({ replace, says }) => {
      const artifacts = await mkdtemp(join(tmpdir(), 'drape-artifacts-'));
      for (const name of await readdir(ARTIFACTS)) {
        if (name !== 'face-mesh.onnx') await symlink(join(ARTIFACTS, name), join(artifacts, name));
      }
      const bytes = replace(await readFile(join(ARTIFACTS, 'face-mesh.onnx')));
      if (bytes !== null) await writeFile(join(artifacts, 'face-mesh.onnx'), bytes);
      const id = await harness.submit();

      const { status, output, logs } = await startAndEnd({ ...harness.env, DRAPE_MODELS_DIR: artifacts });
      expect(status).toBe(1);
      expect(logs.some((line) => line['msg'] === 'ready')).toBe(false);
      expect(output).toMatch(says);
      expect(await harness.row(id)).toMatchObject({ status: 'queued', attempt: 0 });
      await rm(artifacts, { recursive: true });
    },
    60_000,
  );

  it('settings that are missing or misspelt: all of them at once', async () => {
    const { status, output } = await startAndEnd({ REDIS_URL: 'redis://127.0.0.1:1', DRAPE_CONCURENCY: '2' });
    expect(status).toBe(1);
    for (const name of ['DATABASE_URL', 'S3_SECRET_ACCESS_KEY', 'DRAPE_CONCURENCY']) expect(output).toContain(name);
    expect(output).toContain('did you mean DRAPE_CONCURRENCY');
  });

  it('a database that is not migrated', async () => {
    const url = new URL(harness.databaseUrl);
    url.searchParams.set('options', '-c search_path=nowhere');
    const { status, output, logs } = await startAndEnd({ ...harness.env, DATABASE_URL: url.href });
    expect([status, logs.some((line) => line['msg'] === 'ready')]).toEqual([1, false]);
    expect(output).toContain('The database lacks the migration');
  });

  it('a database that is away', async () => {
    const { status, logs } = await startAndEnd({ ...harness.env, DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
    expect(status).toBe(1);
    expect(logs.some((line) => line['level'] === 'fatal')).toBe(true);
  });
});

describe('a worker whose processor for the networks is unavailable', () => {
  it.each(['cuda', 'webgpu'])(
    'DRAPE_PROVIDER=%s: starts, renders on what there is, and says so',
    async (provider) => {
      const worker = await harness.startWorker({ DRAPE_PROVIDER: provider });
      const ready = await worker.process.logged('render child ready');
      const refusals = worker.process
        .logs()
        .filter((line) => String(line['msg']).startsWith('execution provider refused'));
      // A machine that has what was asked for refuses nothing.
      const expected = ready['provider'] === provider ? [] : [{ provider, model: 'blazepose-detector' }];
      expect(['cpu', provider]).toContain(ready['provider']);
      expect(refusals).toMatchObject(expected);
      expect(await harness.waitEnded(await harness.submit())).toMatchObject({ status: 'completed', attempt: 1 });
      await worker.process.stop();
    },
    120_000,
  );
});
