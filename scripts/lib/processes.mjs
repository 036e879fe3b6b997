import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LOGS, QUIET, ROOT } from './paths.mjs';
import { Problem } from './say.mjs';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;

/** What gateway and worker are told about the services, the port and the one loopback host that product images may come from. */
export function appEnvironment(services, port, sampleHost) {
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

/**
 * Starts an app in a process group of its own, so that Ctrl-C reaches it once, through us. Its log goes to a file.
 * `onDeath` hears a sentence when it stops by itself after it was ready; `onLine` every line of its log.
 */
export function launch(name, env, onDeath, onLine = () => undefined) {
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
    createInterface({ input: child.stdout }).on('line', onLine);
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
        onDeath(`The ${name} stopped by itself (${signal ?? status}): read ${join(LOGS, `${name}.log`)}.`);
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
