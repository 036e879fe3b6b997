import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { HOME, ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);

/**
 * The keys of a Business demo account, live and test, made at the first start and kept in the state folder. Keys that the
 * database does not know (a new database, a moved folder) are replaced.
 */
export async function demoKeys(databaseUrl) {
  const { createDatabase } = require(join(ROOT, 'packages/db/dist/index.js'));
  const file = join(HOME, 'demo-key.json');
  const db = createDatabase({ url: databaseUrl, poolMax: 1 });
  try {
    const kept = readKeys(file);
    const live = await find(db, kept.apiKey);
    const accountId = live?.accountId ?? (await db.accounts.create({ name: 'Demo shop', plan: 'business' })).id;
    const test = await find(db, kept.testKey);
    const keys = {
      apiKey: live === null ? await makeKey(db, accountId, 'live') : kept.apiKey,
      testKey: test?.accountId === accountId ? kept.testKey : await makeKey(db, accountId, 'test'),
    };
    writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
    return keys;
  } finally {
    await db.close();
  }
}

/** The record of a key that still works, else null. */
async function find(db, key) {
  if (typeof key !== 'string') return null;
  const { hashApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const record = await db.apiKeys.findByHash(hashApiKey(key));
  return record?.status === 'active' ? record : null;
}

async function makeKey(db, accountId, env) {
  const { generateApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const { newId, SCOPES } = require(join(ROOT, 'packages/contracts/dist/index.js'));
  const { key, hash, last4 } = generateApiKey({ kind: 'sk', env });
  const name = env === 'live' ? 'npm start' : 'npm start, test mode';
  await db.apiKeys.insert({ id: newId('key'), accountId, name, kind: 'sk', env, hash, last4, scopes: SCOPES });
  return key;
}

/** What an earlier start kept; empty where there was none. */
function readKeys(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
