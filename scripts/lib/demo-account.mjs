import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { HOME, ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);

/**
 * The key of a Business demo account, made at the first start and kept in the state folder. A key that the database does not
 * know (a new database, a moved folder) is replaced. `testKey` is null until test mode exists.
 */
export async function demoKeys(databaseUrl) {
  const { createDatabase } = require(join(ROOT, 'packages/db/dist/index.js'));
  const { hashApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const file = join(HOME, 'demo-key.json');
  const db = createDatabase({ url: databaseUrl, poolMax: 1 });
  try {
    const kept = readKey(file);
    const known = kept && (await db.apiKeys.findByHash(hashApiKey(kept)));
    const apiKey = known?.status === 'active' ? kept : await makeKey(db);
    if (apiKey !== kept) writeFileSync(file, `${JSON.stringify({ apiKey })}\n`, { mode: 0o600 });
    return { apiKey, testKey: null };
  } finally {
    await db.close();
  }
}

async function makeKey(db) {
  const { generateApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const { newId, SCOPES } = require(join(ROOT, 'packages/contracts/dist/index.js'));
  const account = await db.accounts.create({ name: 'Demo shop', plan: 'business' });
  const { key, hash, last4 } = generateApiKey({ kind: 'sk', env: 'live' });
  await db.apiKeys.insert({
    id: newId('key'),
    accountId: account.id,
    name: 'npm start',
    kind: 'sk',
    env: 'live',
    hash,
    last4,
    scopes: SCOPES,
  });
  return key;
}

function readKey(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).apiKey;
  } catch {
    return null;
  }
}
