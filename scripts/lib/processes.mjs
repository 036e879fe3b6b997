import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { killGroup } from './kill-group.mjs';
import { LOGS, QUIET, ROOT } from './paths.mjs';
import { Problem } from './say.mjs';

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 60_000;
const SPEAKING = ['trace', 'debug', 'info'];

/** What gateway and worker are told about the services, the port and the one loopback host that product images may come from. */
export function appEnvironment(services, port, sampleHost) {
  const allow = [process.env.DRAPE_FETCH_ALLOW, sampleHost].filter(Boolean).join(',');
  const { DRAPE_HOME: _home, ...inherited } = process.env;
  return {
    ...inherited,
    ...QUIET,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    ...storeVariables(services),
    ...publicUrls(services, port),
    DRAPE_PORT: String(port),
    DRAPE_FETCH_ALLOW: allow,
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    // the apps say in their log that they are ready; a quieter level would leave us waiting
    DRAPE_LOG_LEVEL: SPEAKING.includes(process.env.DRAPE_LOG_LEVEL) ? process.env.DRAPE_LOG_LEVEL : 'info',
  };
}

/** The object store as every app reads it. */
export function storeVariables({ s3 }) {
  return {
    ...(s3.endpoint === undefined ? {} : { S3_ENDPOINT: s3.endpoint }),
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: String(s3.forcePathStyle ?? true),
  };
}

/** A phone in the same network asks by another address than this machine; links to pictures and pages follow it. */
function publicUrls({ s3 }, port) {
  const { S3_ENDPOINT, S3_BUCKET, S3_PUBLIC_ENDPOINT, DRAPE_PUBLIC_URL } = process.env;
  const isEmbedded = !S3_ENDPOINT && !S3_BUCKET;
  return {
    DRAPE_PUBLIC_URL: DRAPE_PUBLIC_URL || `http://{host}:${port}`,
    ...(isEmbedded && { S3_PUBLIC_ENDPOINT: S3_PUBLIC_ENDPOINT || `http://{host}:${new URL(s3.endpoint).port}` }),
  };
}

/**
 * Starts an app under a guard (it dies with us, and Ctrl-C reaches it only through us). Its log goes to a file; `onLine` hears
 * every line of it. `ready` rejects where it stops before; `ended` resolves with its status once it has stopped. `program` is started
 * in place of the app's own; several of one kind need names of their own, or they share a log.
 */
export function launch(name, env, onLine = () => undefined, program = join(ROOT, 'apps', name, 'dist/main.js')) {
  const { spawnGuarded } = require(join(ROOT, 'packages/local/dist/index.js'));
  const logFile = join(LOGS, `${name}.log`);
  const log = createWriteStream(logFile, { flags: 'a' });
  const app = spawnGuarded(process.execPath, [program], {
    cwd: ROOT,
    env,
    output: 'pipe',
  });
  const state = { isReady: false, isStopping: false, tail: [] };
  const { promise: ready, resolve, reject } = deferred();
  const timer = setTimeout(
    () => reject(new Problem(`The ${name} was not ready within ${READY_WITHIN_MS / 1000} s: read ${logFile}.`)),
    READY_WITHIN_MS,
  );
  const take = (line) => {
    log.write(`${line}\n`);
    state.tail = [...state.tail.slice(-20), line];
    if (!state.isReady && line.includes('"msg":"ready"')) {
      state.isReady = true;
      resolve();
    }
    onLine(line);
  };
  for (const stream of [app.process.stdout, app.process.stderr]) createInterface({ input: stream }).on('line', take);
  // A guard that was killed leaves its app behind, which would keep the port.
  const kill = () => killGroup(app.process.pid, 'SIGKILL');
  app.process.once('exit', kill);
  const ended = app.ended.then((status) => {
    log.end();
    const reason = lastSentence(state.tail);
    const sentence = `The ${name} stopped with status ${status} while starting (${reason}): all of it is in ${logFile}.`;
    if (!state.isStopping) reject(new Problem(sentence));
    return status;
  });
  const stop = async () => {
    state.isStopping = true;
    await app.stop();
  };
  return { pid: app.process.pid, ready: ready.finally(() => clearTimeout(timer)), ended, logFile, kill, stop };
}

function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

/** Why it stopped: the first error among the last lines, else the last line. */
function lastSentence(lines) {
  const logs = lines.map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return { msg: line };
    }
  });
  const error = logs.find((line) => line.err);
  return error?.err.message ?? logs.at(-1)?.msg ?? 'it said nothing';
}
