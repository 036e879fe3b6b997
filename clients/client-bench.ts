import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '../packages/access';
import { newId, SCOPES } from '../packages/contracts';
import { testEnvironment } from '../packages/testkit';
import { SAMPLES } from '../apps/worker/test/worker-harness';
import { startRunningService, type RunningService } from '../packages/telemetry/test/running-service';

export interface Ended {
  readonly status: number | null;
  /** All that it printed. */
  readonly output: string;
}

/** What every client is tried against: the real service, a test key, and a folder with the photo `me.jpg`. */
export interface ClientBench {
  readonly service: RunningService;
  readonly work: string;
  /** Runs a program in the folder; `env` is added to what names service, key, photo and webhook secret. */
  readonly run: (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ended>;
  readonly stop: () => Promise<void>;
}

export async function openClientBench(): Promise<ClientBench> {
  const service = await startRunningService();
  const work = mkdtempSync(join(tmpdir(), 'drape-clients-'));
  copyFileSync(join(SAMPLES, 'persons/full-body.jpg'), join(work, 'me.jpg'));
  const key = await makeTestKey(service);
  return {
    service,
    work,
    run(command, args, more) {
      const env = testEnvironment({
        DRAPE_URL: service.url,
        DRAPE_KEY: key,
        DRAPE_PHOTO: join(work, 'me.jpg'),
        DRAPE_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
        ...more,
      });
      const child = spawn(command, args, { cwd: work, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => (output += data.toString()));
      return new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (status) => resolve({ status, output }));
      });
    },
    async stop() {
      await service.stop();
      rmSync(work, { recursive: true });
    },
  };
}

async function makeTestKey({ harness: { db, accountId } }: RunningService): Promise<string> {
  const { key, hash, last4 } = generateApiKey({ kind: 'sk', env: 'test' });
  await db.apiKeys.insert({
    id: newId('key'),
    accountId,
    kind: 'sk',
    env: 'test',
    scopes: SCOPES,
    expiresAt: null,
    hash,
    last4,
    allowedOrigins: [],
  });
  return key;
}
