import { KEY_ENVS, KEY_KINDS, KEY_OVERLAP_DAYS_MAX, SCOPES } from '@drape/contracts';
import type { ApiKeyRecord } from '@drape/db';
import type { Command } from 'commander';
import { ACTIVE_KEYS_MAX, issueKey, refusalOf, rotateKey } from '../keys/issue-key';
import { accountOf } from './account-of';
import { asText } from './as-text';
import { parseKeyChoices, type TypedKeyChoices } from './key-choices';
import { Refused } from './refused';
import { toNumber } from './to-number';
import type { AdminDeps, AdminService } from './admin-deps';

const DAY_MS = 86_400_000;

/** `drape key …` */
export function addKeys(key: Command, { service, print }: AdminDeps): void {
  key
    .command('create')
    .description('create a key; it is shown once')
    .option('--account <accountId>', 'whose key it is; the only account where missing')
    .option('--scopes <list>', `"all", or some of ${SCOPES.join(', ')}`)
    .option('--kind <kind>', `${KEY_KINDS.join(', ')}: secret, restricted or publishable`)
    .option('--env <env>', KEY_ENVS.join(' or '), 'live')
    .option('--origins <list>', 'web origins of a publishable key; http://localhost:* is any port of this machine')
    .option('--name <name>', 'what it is for', '')
    .option('--expires-in-days <number>', 'when it ends by itself')
    .action(async (typed: TypedKeyChoices, command: Command) => print(await createKey(service, typed, command)));
  key
    .command('list')
    .description('list an account’s keys')
    .option('--account <accountId>', 'the only account where missing')
    .action(async (o: { account?: string }, command: Command) => {
      const { db } = service();
      for (const record of await db.apiKeys.list(await accountOf(service(), o.account))) print(asText(record, command));
    });
  key
    .command('revoke <keyId>')
    .description('end a key at once, on every gateway')
    .action(async (id: string) => {
      const { db, announce } = service();
      const record = await findKey(service(), id);
      if (!(await db.apiKeys.revoke(record.accountId, id))) throw new Refused(`The key ${id} is revoked already.`);
      print(`${id} is revoked${(await announce()) ? '.' : '; gateways see it within a second.'}`);
    });
  key
    .command('rotate <keyId>')
    .description('replace a key; the old one goes on for a while')
    .option('--overlap-days <number>', `how long, 0–${KEY_OVERLAP_DAYS_MAX}`, toOverlap, 1)
    .action(async (id: string, { overlapDays }: { overlapDays: number }, command: Command) =>
      print(asText(await replaceKey(service(), id, overlapDays), command)),
    );
}

async function createKey(service: AdminDeps['service'], typed: TypedKeyChoices, command: Command): Promise<string> {
  const { account, expiresInDays, ...choices } = parseKeyChoices(typed);
  const { kind, env, scopes } = choices;
  const accountId = await accountOf(service(), account);
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const made = await issueKey(service().db.apiKeys, { ...choices, accountId, expiresAt });
  if (made === null) throw new Refused(`The account has ${ACTIVE_KEYS_MAX} active ${env} keys: revoke one first.`);
  return asText({ id: made.id, accountId, kind, env, scopes, key: made.key }, command);
}

async function replaceKey(service: AdminService, id: string, overlapDays: number): Promise<object> {
  const old = await findKey(service, id);
  const made = refusalOf(old) === null ? await rotateKey(service.db.apiKeys, old, { overlapDays }) : null;
  if (made === null) throw new Refused(explainRefusal(await findKey(service, id)));
  await service.announce();
  return { id: made.id, key: made.key, replaces: id, overlapDays };
}

function explainRefusal({ id, status, replacedBy }: ApiKeyRecord): string {
  if (replacedBy !== null) return `The key ${id} was rotated already: ${replacedBy} took its place.`;
  return `The key ${id} is ${status}: create a new one.`;
}

async function findKey({ db }: AdminService, id: string): Promise<ApiKeyRecord> {
  const record = await db.apiKeys.find(id);
  if (record === null)
    throw new Refused(`There is no key ${id}; "drape key list" names them (never pass the key itself).`);
  return record;
}

const toOverlap = (text: string): number => toNumber(text, 0, KEY_OVERLAP_DAYS_MAX);
