import { isOriginEntry } from '@drape/access';
import {
  KEY_ENVS,
  KEY_KINDS,
  KEY_OVERLAP_DAYS_MAX,
  PLAN_LIMITS,
  PUBLISHABLE_SCOPES,
  SCOPES,
  type KeyEnv,
  type KeyKind,
  type PlanName,
  type Scope,
} from '@drape/contracts';
import type { AccountRecord, ApiKeyRecord, Database } from '@drape/db';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ACTIVE_KEYS_MAX, issueKey, refusalOf, rotateKey } from '../keys/issue-key';

export interface AdminDeps {
  readonly db: Pick<Database, 'accounts' | 'apiKeys'>;
  /** Tells the gateways that keys have changed. */
  readonly announce: () => Promise<boolean>;
  readonly print: (text: string) => void;
}

const DAY_MS = 86_400_000;
const PLANS = Object.keys(PLAN_LIMITS);

/** The command line `drape`: accounts, plans and keys. */
export function createProgram(deps: AdminDeps): Command {
  const program = new Command('drape').description('Accounts, plans and API keys of a Drape service.');
  program.option('--json', 'print records as JSON').showHelpAfterError().exitOverride();
  addAccounts(program.command('account').description('accounts and their plans'), deps);
  addKeys(program.command('key').description('API keys'), deps);
  return program;
}

function addAccounts(account: Command, { db, announce, print }: AdminDeps): void {
  const show = (record: AccountRecord, command: Command) => print(asText(record, command));
  account
    .command('create')
    .description('create an account')
    .option('--name <name>', 'what it is called', 'Shop')
    .addOption(planOption().default('free'))
    .option('--limit <number>', 'requests an hour instead of the plan’s', toLimit)
    .action(async (o: { name: string; plan: PlanName; limit?: number }, command: Command) => {
      if (o.plan === 'enterprise' && o.limit === undefined) throw new Refused('The enterprise plan needs --limit.');
      const { name, plan, limit } = o;
      show(await db.accounts.create({ name, plan, ...(limit === undefined ? {} : { limitPerHour: limit }) }), command);
    });
  account
    .command('list')
    .description('list the accounts')
    .action(async (_: unknown, command: Command) => {
      for (const record of await db.accounts.list()) show(record, command);
    });
  account
    .command('plan <accountId>')
    .description('change an account’s plan or limit')
    .addOption(planOption())
    .option('--limit <number>', 'requests an hour instead of the plan’s', toLimit)
    .action(async (id: string, o: { plan?: PlanName; limit?: number }, command: Command) => {
      if (o.plan === undefined && o.limit === undefined) throw new Refused('Name --plan, --limit or both.');
      const change = { ...(o.plan === undefined ? {} : { plan: o.plan }), limitPerHour: o.limit ?? null };
      const record = await db.accounts.update(id, change);
      if (record === null) throw new Refused(`There is no account ${id}.`);
      await announce();
      show(record, command);
    });
  for (const [verb, status] of [['suspend', 'suspended'] as const, ['resume', 'active'] as const]) {
    account
      .command(`${verb} <accountId>`)
      .description(`${verb} an account`)
      .action(async (id: string, _: unknown, command: Command) => {
        const record = await db.accounts.update(id, { status });
        if (record === null) throw new Refused(`There is no account ${id}.`);
        await announce();
        show(record, command);
      });
  }
}

interface KeyChoices {
  readonly account?: string;
  readonly scopes?: Scope[];
  readonly kind?: KeyKind;
  readonly env: KeyEnv;
  readonly origins?: string[];
  readonly name: string;
  readonly expiresInDays?: number;
}

function addKeys(key: Command, deps: AdminDeps): void {
  const { db, announce, print } = deps;
  key
    .command('create')
    .description('create a key; it is shown once')
    .option('--account <accountId>', 'whose key it is; the only account where missing')
    .option('--scopes <list>', `"all", or some of ${SCOPES.join(', ')}`, toScopes)
    .addOption(new Option('--kind <kind>', 'sk secret, rk restricted, pk publishable').choices(KEY_KINDS))
    .addOption(new Option('--env <env>', 'live or test').choices(KEY_ENVS).default('live'))
    .option('--origins <list>', 'web origins that a publishable key may be used from', toOrigins)
    .option('--name <name>', 'what it is for', '')
    .option('--expires-in-days <number>', 'when it ends by itself', toDays)
    .action(async (choices: KeyChoices, command: Command) => print(await createKey(deps, choices, command)));
  key
    .command('list')
    .description('list an account’s keys')
    .option('--account <accountId>', 'the only account where missing')
    .action(async (o: { account?: string }, command: Command) => {
      for (const record of await db.apiKeys.list(await accountOf(deps, o.account))) print(asText(record, command));
    });
  key
    .command('revoke <keyId>')
    .description('end a key at once, on every gateway')
    .action(async (id: string) => {
      const record = await findKey(deps, id);
      if (!(await db.apiKeys.revoke(record.accountId, id))) throw new Refused(`The key ${id} is revoked already.`);
      print(`${id} is revoked${(await announce()) ? '.' : '; gateways see it within a second.'}`);
    });
  key
    .command('rotate <keyId>')
    .description('replace a key; the old one goes on for a while')
    .option('--overlap-days <number>', `how long, 0–${KEY_OVERLAP_DAYS_MAX}`, toOverlap, 1)
    .action(async (id: string, { overlapDays }: { overlapDays: number }, command: Command) => {
      const old = await findKey(deps, id);
      const made = refusalOf(old) === null ? await rotateKey(db.apiKeys, old, { overlapDays }) : null;
      if (made === null) throw new Refused(explainRefusal(await findKey(deps, id)));
      await announce();
      print(asText({ id: made.id, key: made.key, replaces: id, overlapDays }, command));
    });
}

async function createKey(deps: AdminDeps, choices: KeyChoices, command: Command): Promise<string> {
  const { scopes, env, origins = [], name, expiresInDays } = choices;
  const kind = choices.kind ?? (scopes === undefined || scopes.length === SCOPES.length ? 'sk' : 'rk');
  if (kind === 'pk' && origins.length === 0) throw new Refused('A publishable key needs --origins.');
  if (kind !== 'pk' && origins.length > 0) throw new Refused('Only publishable keys (--kind pk) take --origins.');
  const allowed: readonly Scope[] = kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES;
  const refused = (scopes ?? []).filter((scope) => !allowed.includes(scope));
  if (refused.length > 0 && choices.scopes?.length !== SCOPES.length) {
    throw new Refused(`A publishable key cannot have ${refused.join(', ')}: only ${allowed.join(', ')}.`);
  }
  const granted = (scopes ?? allowed).filter((scope) => allowed.includes(scope));
  const accountId = await accountOf(deps, choices.account);
  const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const template = { accountId, name, kind, env, scopes: granted, allowedOrigins: origins, expiresAt };
  const made = await issueKey(deps.db.apiKeys, template);
  if (made === null) throw new Refused(`The account has ${ACTIVE_KEYS_MAX} active ${env} keys: revoke one first.`);
  return asText({ id: made.id, accountId, kind, env, scopes: granted, key: made.key }, command);
}

async function findKey({ db }: AdminDeps, id: string): Promise<ApiKeyRecord> {
  const record = await db.apiKeys.find(id);
  if (record === null)
    throw new Refused(`There is no key ${id}; "drape key list" names them (never pass the key itself).`);
  return record;
}

function explainRefusal({ id, status, replacedBy }: ApiKeyRecord): string {
  if (replacedBy !== null) return `The key ${id} was rotated already: ${replacedBy} took its place.`;
  return `The key ${id} is ${status}: create a new one.`;
}

/** The account that is named, or the only one there is. */
async function accountOf({ db }: AdminDeps, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if ((await db.accounts.find(named)) === null) throw new Refused(`There is no account ${named}.`);
    return named;
  }
  const accounts = await db.accounts.list();
  const [only] = accounts;
  if (only === undefined) throw new Refused('There is no account yet: "drape account create" makes one.');
  if (accounts.length > 1)
    throw new Refused(`Name one of the accounts with --account: ${accounts.map((a) => a.id).join(', ')}.`);
  return only.id;
}

/** What was asked cannot be done; told without a stack. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const planOption = () =>
  new Option('--plan <plan>', 'free 100, starter 500, business 2,000 an hour; enterprise with --limit').choices(PLANS);

function toScopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES];
  const names = text.split(',').map((part) => part.trim());
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => names.includes(scope));
}

function toOrigins(text: string): string[] {
  return text.split(',').map((part) => {
    const origin = part.trim();
    if (isOriginEntry(origin)) return origin;
    throw new InvalidArgumentError(
      `"${origin}" is not an origin such as https://shop.example (no path, no slash at the end) or http://localhost:* (any port).`,
    );
  });
}

const toLimit = (text: string): number => toNumber(text, 1, 10_000_000);
const toDays = (text: string): number => toNumber(text, 1, 3650);
const toOverlap = (text: string): number => toNumber(text, 0, KEY_OVERLAP_DAYS_MAX);

function toNumber(text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}

/** One line of JSON, or one "name: value" a line. */
function asText(record: object, command: Command): string {
  if (command.optsWithGlobals()['json'] === true) return JSON.stringify(record);
  const show = (value: unknown): string => {
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
    if (typeof value === 'object' && value !== null) return Object.values(value).map(show).join(', ');
    if (typeof value === 'string') return value === '' ? '–' : value;
    return value === null ? '–' : JSON.stringify(value);
  };
  return `${Object.entries(record)
    .map(([name, value]) => `${`${name}:`.padEnd(16)}${show(value)}`)
    .join('\n')}\n`;
}
