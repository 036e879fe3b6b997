import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { kill } from 'node:process';
import { startRedis } from '@drape/local';
import { Redis } from 'ioredis';

/** A Redis of the test's own, to be killed and frozen; it stays at its address. */
export interface OwnRedis {
  readonly url: string;
  /** SIGKILL, then a new one over what is left on disk. */
  killAndRestart: () => Promise<void>;
  /** Answers nothing for so long, and closes nothing. */
  freeze: (ms: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** `durable`: an append-only file outlives it; else nothing does. */
export async function createOwnRedis({ durable }: { readonly durable: boolean }): Promise<OwnRedis> {
  const home = mkdtempSync(join(tmpdir(), 'drape-own-redis-'));
  const cache = resolve(__dirname, '../../../.cache');
  const logFile = join(home, 'redis.log');
  const start = (preferredPort?: number) =>
    startRedis({ home, cache, logFile, durable, preferredPort, log: () => undefined });
  let server = await start();
  const { port, url } = server;
  return {
    url,
    async killAndRestart() {
      kill(await pidOf(url), 'SIGKILL');
      await server.ended;
      server = await start(port);
      if (server.port !== port) throw new Error(`the port ${port} of Redis was taken meanwhile`);
    },
    async freeze(ms) {
      const pid = await pidOf(url);
      kill(pid, 'SIGSTOP');
      await new Promise((done) => setTimeout(done, ms));
      kill(pid, 'SIGCONT');
    },
    async stop() {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function pidOf(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    return Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  } finally {
    redis.disconnect();
  }
}
