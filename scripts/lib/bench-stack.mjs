import { createRequire } from 'node:module';
import { join } from 'node:path';
import { HOME, ROOT, makeHome } from './paths.mjs';
import { appEnvironment, launch } from './processes.mjs';
import { serveSamples } from './sample-server.mjs';
import { step } from './say.mjs';

const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));
const PORT = Number(process.env.DRAPE_PORT ?? 18080);

/**
 * Starts services, a shop of samples, a gateway and one worker, hands their addresses to `work`, and stops all of them, whatever
 * becomes of it. `heard` gets each line of the worker's log.
 */
export async function withBenchStack({ heard = () => undefined }, work) {
  makeHome();
  const stack = [];
  try {
    const { startLocalServices } = load('local');
    const { migrate } = load('db');
    let services;
    await step('Starting services', async () => {
      services = await startLocalServices({ home: HOME, durable: false, env: process.env, log: () => undefined });
      stack.push(() => services.stop());
      await migrate(services.databaseUrl);
    });
    const samples = await serveSamples();
    stack.push(() => samples.close());
    const env = appEnvironment(services, PORT, samples.host);
    await step('Starting gateway and one worker', async () => {
      const worker = launch('worker', env, heard);
      const gateway = launch('gateway', env);
      stack.push(worker.stop, gateway.stop);
      await Promise.all([worker.ready, gateway.ready]);
    });
    return await work({ url: `http://127.0.0.1:${PORT}`, databaseUrl: services.databaseUrl, samples });
  } finally {
    for (const stop of stack.reverse()) await stop();
  }
}
