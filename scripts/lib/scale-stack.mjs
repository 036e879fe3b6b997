import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makePhotos } from './bench-photos.mjs';
import { startCountingProxy } from './counting-proxy.mjs';
import { HOME, ROOT, makeHome } from './paths.mjs';
import { appEnvironment, launch } from './processes.mjs';
import { serveSamples } from './sample-server.mjs';

const require = createRequire(import.meta.url);
const fromDb = createRequire(join(ROOT, 'packages/db/package.json'));
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));
const PORT = Number(process.env.DRAPE_PORT ?? 18180);
const SIMULATED = join(ROOT, 'scripts/lib/simulated-worker.mjs');

/** Stores that count what is asked of them, and a shop of samples. `stop` ends all of it. */
export async function startCountedStores() {
  makeHome();
  const { startLocalServices } = load('local');
  const { migrate } = load('db');
  const start = () => startLocalServices({ home: HOME, durable: false, env: process.env, log: () => undefined });
  let services = await start();
  if (await letCount(services.databaseUrl)) {
    await services.stop();
    services = await start();
  }
  await migrate(services.databaseUrl);
  const proxy = await startCountingProxy(services.s3.endpoint);
  const samples = await serveSamples();
  return {
    services: { ...services, s3: { ...services.s3, endpoint: proxy.endpoint } },
    /** The same without the proxy, which copies every picture once more. */
    uncounted: services,
    proxy,
    samples,
    async stop() {
      await samples.close();
      proxy.close();
      await services.stop();
    },
  };
}

/** Postgres counts statements only where it was told to at its start. Whether it has to be started again. */
async function letCount(databaseUrl) {
  const { Client } = fromDb('pg');
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query('SHOW shared_preload_libraries');
    if (rows[0].shared_preload_libraries.includes('pg_stat_statements')) return false;
    await database.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    return true;
  } finally {
    await database.end();
  }
}

/**
 * Starts gateways and workers on stores that run. `slots`: renders that a worker has in hand at once. `render`: 'real', or the
 * milliseconds and the picture of a simulated one. `counted`: whether the object store is asked through the counting proxy.
 */
export async function startApps(stores, { gateways, workers, slots, render, env: more = {}, counted = true }) {
  const { samples } = stores;
  const services = counted ? stores.services : stores.uncounted;
  const apps = [];
  const stop = async () => {
    await Promise.all(apps.map((app) => app.stop()));
  };
  const environment = (port) => ({
    ...appEnvironment(services, port, samples.host),
    DRAPE_RESULT_CACHE: 'false',
    DRAPE_CONCURRENCY: String(slots),
    ...more,
  });
  const simulated =
    render === 'real' ? {} : { SIMULATED_RENDER_MS: String(render.ms), SIMULATED_RESULT: render.picture };
  const ports = Array.from({ length: gateways }, (_, i) => PORT + i);
  const gatewayApps = ports.map((port, i) =>
    launch(`gateway-${i + 1}`, environment(port), undefined, join(ROOT, 'apps/gateway/dist/main.js')),
  );
  const program = render === 'real' ? join(ROOT, 'apps/worker/dist/main.js') : SIMULATED;
  const workerApps = Array.from({ length: workers }, (_, i) =>
    launch(`worker-${i + 1}`, { ...environment(PORT), ...simulated }, undefined, program),
  );
  apps.push(...gatewayApps, ...workerApps);
  try {
    await Promise.all(apps.map(({ ready }) => ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: { gateways: gatewayApps.map(({ pid }) => pid), workers: workerApps.map(({ pid }) => pid) },
    gateways: gatewayApps,
    workers: workerApps,
    stop,
  };
}

/** The bytes of a try-on's request with a photo of this size, made once, and the file of the picture that a simulated render gives. */
export async function prepareTryOn(stores, size) {
  const [{ jpeg }] = await makePhotos(size);
  const picture = join(HOME, 'simulated-result.jpg');
  writeFileSync(picture, jpeg);
  const request = {
    productImageUrl: stores.samples.garmentUrl,
    productCategory: 'top',
    minQuality: 'poor',
    userPhoto: jpeg.toString('base64'),
  };
  return { body: Buffer.from(JSON.stringify(request)), picture, photoBytes: jpeg.length };
}
