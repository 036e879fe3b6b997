import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { HOME, LOGS, ROOT, makeHome } from './paths.mjs';
import { appEnvironment, launch } from './processes.mjs';
import { serveSamples } from './sample-server.mjs';
import { renderSample } from './sample-tryon.mjs';
import { Problem, say, step } from './say.mjs';

const require = createRequire(import.meta.url);

/** Starts everything, renders one sample try-on over HTTP, says where things are, and runs until it is told to stop. */
export async function up() {
  makeHome();
  const unlock = lock();
  const stack = [unlock];
  const stopAll = once(async () => {
    for (const stop of stack.reverse())
      await Promise.resolve(stop()).catch((error) => say(`  while stopping: ${error.message}`));
  });
  const leave = async (status) => {
    await stopAll();
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      say(`\nStopping (${signal}) …`);
      void leave(0);
    });
  }
  try {
    await start(stack, leave);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function start(stack, leave) {
  const port = readPort();
  await assertFree(port);
  const { startLocalServices } = require(join(ROOT, 'packages/local/dist/index.js'));
  let services;
  await step('Starting Postgres, Redis and the object store', async () => {
    services = await startLocalServices({ home: HOME, durable: true, env: process.env, log: () => undefined });
    stack.push(() => services.stop());
  });
  const { migrate } = require(join(ROOT, 'packages/db/dist/index.js'));
  await step('Migrating the database', async () => {
    const { applied } = await migrate(services.databaseUrl);
    return applied.length === 0 ? 'up to date' : `${applied.length} applied`;
  });
  const samples = await serveSamples();
  stack.push(() => samples.close());
  const env = appEnvironment(services, port, samples.host);
  const onDeath = (sentence) => {
    say(`\n✗ ${sentence}`);
    void leave(1);
  };
  await step('Starting gateway and worker', async () => {
    const worker = launch('worker', env, onDeath);
    const gateway = launch('gateway', env, onDeath);
    stack.push(worker.stop, gateway.stop);
    await Promise.all([worker.ready, gateway.ready]);
  });
  const url = `http://127.0.0.1:${port}`;
  const { demoKeys } = await import('./demo-account.mjs');
  const keys = await demoKeys(services.databaseUrl);
  const sample = { url, ...keys, garmentUrl: samples.garmentUrl, storageUrl: services.s3.endpoint };
  let result;
  await step('Rendering a sample try-on', async () => {
    result = await renderSample(sample);
    return `fit score ${result.fitScore}`;
  });
  writeFileSync(
    join(HOME, 'local.json'),
    `${JSON.stringify({ url, apiKey: keys.apiKey, testKey: keys.testKey, storageUrl: services.s3.endpoint, resultFile: result.file }, null, 2)}\n`,
    { mode: 0o600 },
  );
  stack.push(() => rmSync(join(HOME, 'local.json'), { force: true }));
  announce(url, keys.apiKey, result);
}

function announce(url, apiKey, result) {
  const here = (file) => relative(process.cwd(), file) || file;
  say(`
Drape runs.

  API      ${url}        (described at ${url}/v1/openapi.json)
  Key      ${apiKey}
  Picture  ${here(result.file)}
  Logs     ${here(LOGS)}/

Try it:

  curl -s ${url}/v1/tryon -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d @${here(result.requestFile)}

Ctrl-C stops everything; the data stays in ${here(HOME)}/.`);
}

function readPort() {
  const text = process.env.DRAPE_PORT ?? '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Problem(`DRAPE_PORT must be a port from 1 to 65535, got "${text}".`);
  }
  return port;
}

async function assertFree(port) {
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const advice = `stop the program that uses it, or choose another: DRAPE_PORT=${port + 1} npm start.`;
      reject(
        new Problem(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is busy: ${advice}`
            : `Port ${port} cannot be opened (${error.code}): ${advice}`,
        ),
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
}

/** One `npm start` a state folder. A lock whose owner is gone is taken over. */
function lock() {
  const file = join(HOME, 'up.lock');
  mkdirSync(HOME, { recursive: true });
  if (existsSync(file)) {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner !== process.pid && isAlive(owner)) {
      throw new Problem(
        `Drape already runs from ${HOME} (process ${owner}): stop it first, or give this one its own folder with DRAPE_HOME.`,
      );
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function once(work) {
  let running = null;
  return () => (running ??= work());
}
