/**
 * Makes an account with one secret key and prints the key, which is shown this once:
 * `docker compose -f docker/compose.yaml run --rm setup node docker/create-key.mjs "My shop" business`.
 */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../apps/gateway/package.json', import.meta.url));
const { createDatabase } = require('@drape/db');
const { generateApiKey } = require('@drape/access');
const { newId, SCOPES } = require('@drape/contracts');

const [name = 'My shop', plan = 'business'] = process.argv.slice(2);
const database = createDatabase({ url: process.env.DATABASE_URL, poolMax: 1 });
try {
  const account = await database.accounts.create({ name, plan });
  const { key, hash, last4 } = generateApiKey({ kind: 'sk', env: 'live' });
  const row = {
    id: newId('key'),
    accountId: account.id,
    name: 'first key',
    kind: 'sk',
    env: 'live',
    hash,
    last4,
    scopes: SCOPES,
  };
  await database.apiKeys.insert(row);
  process.stdout.write(`${key}\n`);
} finally {
  await database.close();
}
