import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { HOME, ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);

/**
 * The keys of a Business demo account, made at the first start and kept in the state folder: live and test, and one for pages
 * that are made on this machine. Keys that the database does not know (a new database, a moved folder) are replaced.
 */
export async function demoKeys(databaseUrl) {
  const { createDatabase } = require(join(ROOT, 'packages/db/dist/index.js'));
  const file = join(HOME, 'demo-key.json');
  const db = createDatabase({ url: databaseUrl, poolMax: 1 });
  try {
    const kept = readKeys(file);
    const live = await find(db, kept.apiKey);
    const accountId = live?.accountId ?? (await db.accounts.create({ name: 'Demo shop', plan: 'business' })).id;
    const ofAccount = async (key, wanted) =>
      (await find(db, key))?.accountId === accountId ? key : await makeKey(db, accountId, wanted);
    const keys = {
      apiKey: await ofAccount(kept.apiKey, SECRET),
      testKey: await ofAccount(kept.testKey, TEST),
      publishableKey: await ofAccount(kept.publishableKey, PUBLISHABLE),
    };
    const ownerLink = await ownerLinkOf(db, accountId);
    writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
    return { keys, ownerLink };
  } finally {
    await db.close();
  }
}

const OWNER = 'owner@drape.localhost';

/** A path of the dashboard that signs the demo account's owner in, once; the person is made at the first start. */
async function ownerLinkOf(db, accountId) {
  const { newSignInLink } = require(join(ROOT, 'apps/gateway/dist/people/links.js'));
  const { id } = await db.people.ensure({ email: OWNER, name: 'Owner', passwordHash: null });
  await db.people.addMember(accountId, id, 'owner');
  return await newSignInLink(db, '', { email: OWNER, signUp: null });
}

/** A new account with keys of both modes, which nothing keeps. */
export async function newAccount(databaseUrl, account) {
  const { createDatabase } = require(join(ROOT, 'packages/db/dist/index.js'));
  const db = createDatabase({ url: databaseUrl, poolMax: 1 });
  try {
    const { id } = await db.accounts.create(account);
    return { apiKey: await makeKey(db, id, SECRET), testKey: await makeKey(db, id, TEST) };
  } finally {
    await db.close();
  }
}

const SECRET = { kind: 'sk', env: 'live', name: 'npm start' };
const TEST = { kind: 'sk', env: 'test', name: 'npm start, test mode' };
/** For a page on any port of this machine: a shop's that is being worked on. */
const PUBLISHABLE = {
  kind: 'pk',
  env: 'live',
  name: 'npm start, pages',
  allowedOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
};

/** The record of a key that still works, else null. */
async function find(db, key) {
  if (typeof key !== 'string') return null;
  const { hashApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const record = await db.apiKeys.findByHash(hashApiKey(key));
  return record?.status === 'active' ? record : null;
}

async function makeKey(db, accountId, { kind, env, name, allowedOrigins = [] }) {
  const { generateApiKey } = require(join(ROOT, 'packages/access/dist/index.js'));
  const { newId, PUBLISHABLE_SCOPES, SCOPES } = require(join(ROOT, 'packages/contracts/dist/index.js'));
  const { key, hash, last4 } = generateApiKey({ kind, env });
  const scopes = kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES;
  await db.apiKeys.insert({ id: newId('key'), accountId, name, kind, env, hash, last4, scopes, allowedOrigins });
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
