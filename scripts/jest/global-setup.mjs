/**
 * Starts Postgres, Redis and the object store once for the whole run, on free ports, and migrates the template database from
 * which each test file copies its own. TEST_DATABASE_URL, TEST_REDIS_URL and TEST_S3_* name servers to use instead;
 * DATABASE_URL and its like are left alone on purpose: a test must never touch somebody's data.
 * TEST_SERVICES=off starts nothing, for runs of pure code.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const TEMPLATE = 'drape_template';
const FOLDER = 'drape-test-';

export default async function globalSetup() {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (process.env.TEST_SERVICES === 'off') return;
  const { startLocalServices } = require('../../packages/local/dist/index.js');
  removeLeftovers();
  const home = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  chmodSync(home, 0o711); // Postgres may run as nobody
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('TEST_')) env[name.slice('TEST_'.length)] = value;
  }
  const log = (message) => process.stderr.write(`${message} …\n`);
  const services = await startLocalServices({ home, durable: false, env, log });
  globalThis.stopTestServices = async () => {
    await services.stop();
    rmSync(home, { recursive: true, force: true });
  };
  await migrateTemplate(services.databaseUrl).catch(async (error) => {
    await globalThis.stopTestServices();
    throw error;
  });
  Object.assign(process.env, {
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_TEMPLATE_DATABASE: TEMPLATE,
    TEST_REDIS_URL: services.redisUrl,
    TEST_S3_ENDPOINT: services.s3.endpoint,
    TEST_S3_REGION: services.s3.region,
    TEST_S3_BUCKET: services.s3.bucket,
    TEST_S3_ACCESS_KEY_ID: services.s3.accessKeyId,
    TEST_S3_SECRET_ACCESS_KEY: services.s3.secretAccessKey,
  });
}

/** Folders of runs that were killed: their names hold the number of a process that is gone. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function migrateTemplate(databaseUrl) {
  const { Client } = createRequire(require.resolve('../../packages/local/package.json'))('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const { migrate } = require('../../packages/db/dist/index.js');
  const url = new URL(databaseUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
}
