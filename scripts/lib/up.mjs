import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { HOME, LOGS, QUIET, ROOT, makeHome } from './paths.mjs';
import { serveSamples } from './sample-server.mjs';
import { renderSample } from './sample-tryon.mjs';
import { Problem, say, step } from './say.mjs';

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;

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
  await step('Starting gateway and worker', async () => {
    const worker = launch('worker', env, leave);
    const gateway = launch('gateway', env, leave);
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

function appEnvironment(services, port, sampleHost) {
  const allow = [process.env.DRAPE_FETCH_ALLOW, sampleHost].filter(Boolean).join(',');
  const { DRAPE_HOME: _home, ...inherited } = process.env;
  return {
    ...inherited,
    ...QUIET,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    S3_ENDPOINT: services.s3.endpoint,
    S3_REGION: services.s3.region,
    S3_BUCKET: services.s3.bucket,
    S3_ACCESS_KEY_ID: services.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: services.s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: String(services.s3.forcePathStyle ?? true),
    DRAPE_PORT: String(port),
    DRAPE_FETCH_ALLOW: allow,
    NODE_ENV: process.env.NODE_ENV ?? 'production',
  };
}

/** Starts an app in a process group of its own, so that Ctrl-C reaches it once, through us. Its log goes to a file. */
function launch(name, env, leave) {
  const log = createWriteStream(join(LOGS, `${name}.log`), { flags: 'a' });
  const guard = join(ROOT, 'scripts/lib/guard.mjs');
  const child = spawn(process.execPath, [guard, process.execPath, join(ROOT, 'apps', name, 'dist/main.js')], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stopping = false;
  let tail = '';
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new Problem(
            `The ${name} was not ready within ${READY_WITHIN_MS / 1000} s: read ${join(LOGS, `${name}.log`)}.`,
          ),
        ),
      READY_WITHIN_MS,
    );
    const take = (chunk) => {
      log.write(chunk);
      tail = (tail + chunk).slice(-8000);
      if (/"msg":"ready"/.test(tail)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (status) => {
      clearTimeout(timer);
      reject(
        new Problem(
          `The ${name} stopped with status ${status} while starting: ${lastSentence(tail)} (all of it is in ${join(LOGS, `${name}.log`)}).`,
        ),
      );
    });
  });
  ready.then(
    () =>
      child.on('close', (status, signal) => {
        if (stopping) return;
        say(`\n✗ The ${name} stopped by itself (${signal ?? status}): read ${join(LOGS, `${name}.log`)}.`);
        void leave(1);
      }),
    () => undefined,
  );
  const stop = () =>
    new Promise((resolve) => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), STOP_WITHIN_MS);
      child.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      child.kill('SIGTERM');
    });
  return { ready, stop };
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function lastSentence(output) {
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line).err?.message ?? JSON.parse(line).msg;
  } catch {
    return line;
  }
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
