import { closeSync, mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findRedis } from './find-redis';
import { LocalServiceError } from './local-service-error';
import { pickPort } from './pick-port';
import { spawnGuarded } from './spawn-guarded';
import type { RunningServer } from './start-postgres';
import { tailOf } from './tail-of';
import { waitUntil } from './wait-until';

const READY_WITHIN_MS = 15_000;

export interface RedisOptions {
  home: string;
  cache: string;
  logFile: string;
  /** Keeps an append-only file, so that queued jobs survive a restart. */
  durable: boolean;
  preferredPort?: number | undefined;
  log: (message: string) => void;
}

/** Starts Redis on loopback the way that BullMQ needs it: it never evicts a key. */
export async function startRedis(options: RedisOptions): Promise<RunningServer> {
  const program = await findRedis(options.cache, options.log);
  const folder = join(options.home, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await pickPort(options.preferredPort);
  const output = openSync(options.logFile, 'a');
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    save: '',
    appendonly: options.durable ? 'yes' : 'no',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawnGuarded(program.command, args, { output, env: { ...process.env, ...program.env } });
  closeSync(output);
  let gone = false;
  void server.ended.then(() => (gone = true));
  const up = await waitUntil(async () => gone || (await answersPing(port)), READY_WITHIN_MS);
  if (gone || !up) {
    await server.stop();
    throw new LocalServiceError(
      `Redis did not start (${tailOf(options.logFile)}): read ${options.logFile}, or set REDIS_URL to a server of your own.`,
    );
  }
  return { url: `redis://127.0.0.1:${port}`, port, ended: server.ended, stop: server.stop };
}

/** False while the append-only file is still being read ("-LOADING"). */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 }, () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', reject).once('timeout', () => socket.destroy(new Error('timeout')));
  });
}
