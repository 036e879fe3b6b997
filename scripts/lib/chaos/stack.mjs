import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOME, LOGS, ROOT } from '../paths.mjs';
import { appEnvironment, launch, storeVariables } from '../processes.mjs';
import { serveSamples } from '../sample-server.mjs';
import { killGroup } from '../kill-group.mjs';
import { startStoreProxy } from './store-proxy.mjs';

const START_MS_MAX = 120_000;
const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));
export const pg = createRequire(require.resolve(join(ROOT, 'packages/local/package.json')))('pg');
const { Redis } = createRequire(require.resolve(join(ROOT, 'packages/queue/package.json')))('ioredis');

/** Redis keeps its data on disk or nothing at all; both must lose no try-on. */
export async function startStack({ durable }) {
  const { pickPort, startObjectStore, startPostgres, startRedis } = load('local');
  const stops = [];
  const database = await startServer((preferredPort) =>
    startPostgres({ home: HOME, durable: false, logFile: join(LOGS, 'postgres.log'), preferredPort }),
  );
  stops.push(database.stop);
  const redisOptions = { home: HOME, cache: join(ROOT, '.cache'), logFile: join(LOGS, 'redis.log'), durable };
  const redis = await startServer((preferredPort) =>
    startRedis({ ...redisOptions, preferredPort, log: () => undefined }),
  );
  stops.push(redis.stop);
  const credentials = { region: 'us-east-1', accessKeyId: 'chaos', secretAccessKey: 'chaos-of-this-run' };
  const store = await startObjectStore({ ...credentials, folder: join(HOME, 'objects') });
  await store.createBucket('drape');
  const proxy = await startStoreProxy(store.endpoint);
  const samples = await serveSamples();
  stops.push(store.stop, proxy.stop, samples.close);
  await load('db').migrate(database.url());
  const s3 = { ...credentials, bucket: 'drape', forcePathStyle: true };
  const services = (endpoint) => ({ databaseUrl: database.url(), redisUrl: redis.url(), s3: { ...s3, endpoint } });
  const app = async (name, more = {}, program) => {
    const port = await pickPort();
    const env = { ...appEnvironment(services(proxy.endpoint), port, samples.host), ...more };
    return startApp({ name, env, port, program });
  };
  return {
    database,
    redis,
    proxy,
    samples,
    /** Starts a gateway or worker; `program` is another release's. */
    app,
    services: () => services(store.endpoint),
    /** What the command line needs, past the proxy. */
    cliEnvironment: () => ({
      ...process.env,
      DATABASE_URL: database.url(),
      REDIS_URL: redis.url(),
      ...storeVariables(services(store.endpoint)),
    }),
    async stop() {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** A store that can be ended and started again where it was. */
async function startServer(start) {
  let server = await start(undefined);
  const { port } = server;
  return {
    url: () => server.url,
    stop: () => server.stop(),
    async restart() {
      server = await start(port);
      if (server.port !== port) throw new Error(`the port ${port} was taken meanwhile`);
    },
  };
}

/** The number of the process that serves this URL. */
export async function redisPid(url) {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  try {
    return Number(/process_id:(\d+)/.exec(await redis.info('server'))[1]);
  } finally {
    redis.disconnect();
  }
}

/** A gateway or worker that can be killed, paused and started again. */
function startApp({ name, env, port, program }) {
  const begin = () => launch(name, env, undefined, program);
  let app = begin();
  app.ready.catch(() => undefined);
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    ready: () => app.ready,
    signal: (signal) => killGroup(app.pid, signal),
    async kill() {
      app.kill();
      await app.ended;
    },
    /** Resolves when it is ready. What cannot start because a store is away is started again, as any supervisor does. */
    async open() {
      const giveUpAt = performance.now() + START_MS_MAX;
      for (;;) {
        app = begin();
        try {
          return await app.ready;
        } catch (error) {
          if (performance.now() > giveUpAt) throw error;
          await app.ended;
          await sleep(1000);
        }
      }
    },
    stop: () => app.stop(),
  };
}
