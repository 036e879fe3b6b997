import {
  API_VERSIONS,
  PLAN_LIMITS,
  QUALITY_LEVELS,
  type ApiVersion,
  type PlanName,
  type QualityLevel,
} from '@drape/contracts';
import type { AccountRecord, Accounts } from '@drape/db';
import { Option, type Command } from 'commander';
import { asText } from './as-text';
import { Refused } from './refused';
import { toNumber } from './to-number';
import type { AdminDeps } from './admin-deps';

const PLANS = Object.keys(PLAN_LIMITS);
const LIMIT_MAX = 10_000_000;
const IN_FLIGHT_MAX = 10_000;

/** Limits of an account's own, in place of its plan's. */
interface OwnLimits {
  readonly limit?: number;
  readonly inFlight?: number;
}

/** `drape account …` */
export function addAccounts(account: Command, deps: AdminDeps): void {
  addCreate(account, deps);
  addList(account, deps);
  addPlan(account, deps);
  addPin(account, deps);
  addQuality(account, deps);
  addStatus(account, deps, 'suspend', 'suspended');
  addStatus(account, deps, 'resume', 'active');
}

function addCreate(account: Command, { service, print }: AdminDeps): void {
  account
    .command('create')
    .description('create an account')
    .option('--name <name>', 'what it is called', 'Shop')
    .addOption(planOption().default('free'))
    .option('--limit <number>', 'requests an hour instead of the plan’s', toLimit)
    .option('--in-flight <number>', 'unfinished try-ons at once instead of the plan’s', toInFlight)
    .action(async (o: { name: string; plan: PlanName } & OwnLimits, command: Command) => {
      if (o.plan === 'enterprise' && o.limit === undefined) throw new Refused('The enterprise plan needs --limit.');
      const { name, plan, limit, inFlight } = o;
      const wanted = {
        name,
        plan,
        ...(limit === undefined ? {} : { limitPerHour: limit }),
        ...(inFlight === undefined ? {} : { inFlightMax: inFlight }),
      };
      print(asText(await service().db.accounts.create(wanted), command));
    });
}

function addList(account: Command, { service, print }: AdminDeps): void {
  account
    .command('list')
    .description('list the accounts')
    .action(async (_: unknown, command: Command) => {
      for (const record of await service().db.accounts.list()) print(asText(record, command));
    });
}

function addPlan(account: Command, deps: AdminDeps): void {
  account
    .command('plan <accountId>')
    .description('change an account’s plan and limits; those that are not named become the plan’s')
    .addOption(planOption())
    .option('--limit <number>', 'requests an hour instead of the plan’s', toLimit)
    .option('--in-flight <number>', 'unfinished try-ons at once instead of the plan’s', toInFlight)
    .action(async (id: string, o: { plan?: PlanName } & OwnLimits, command: Command) => {
      const { plan, limit = null, inFlight = null } = o;
      if (plan === undefined && limit === null && inFlight === null) {
        throw new Refused('Name --plan, --limit, --in-flight or several of them.');
      }
      const change = {
        ...(plan === undefined ? {} : { plan }),
        limitPerHour: limit,
        inFlightMax: inFlight,
      };
      await changeAccount(deps, id, change, command);
    });
}

function addPin(account: Command, deps: AdminDeps): void {
  account
    .command('pin <accountId>')
    .description('change the version of the API that an account gets where a request names none')
    .addOption(new Option('--drape-version <day>', 'see docs/changelog.md').choices(API_VERSIONS).makeOptionMandatory())
    .action((id: string, { drapeVersion }: { drapeVersion: ApiVersion }, command: Command) =>
      changeAccount(deps, id, { drapeVersion }, command),
    );
}

function addQuality(account: Command, deps: AdminDeps): void {
  account
    .command('quality <accountId>')
    .description('change the least quality of pictures that an account’s try-ons ask for by default')
    .addOption(
      new Option('--min <level>', 'below it a picture is not given back').choices(QUALITY_LEVELS).makeOptionMandatory(),
    )
    .action((id: string, { min }: { min: QualityLevel }, command: Command) =>
      changeAccount(deps, id, { minQuality: min }, command),
    );
}

function addStatus(account: Command, deps: AdminDeps, verb: string, status: AccountRecord['status']): void {
  account
    .command(`${verb} <accountId>`)
    .description(`${verb} an account`)
    .action((id: string, _: unknown, command: Command) => changeAccount(deps, id, { status }, command));
}

/** Changes an account, notifies the gateways, which cache it with its keys, and prints it. */
async function changeAccount(
  { service, print }: AdminDeps,
  id: string,
  change: Parameters<Accounts['update']>[1],
  command: Command,
): Promise<void> {
  const { db, announce } = service();
  const record = await db.accounts.update(id, change);
  if (record === null) throw new Refused(`There is no account ${id}.`);
  await announce();
  print(asText(record, command));
}

const planOption = () =>
  new Option('--plan <plan>', 'free 100, starter 500, business 2,000 an hour; enterprise with --limit').choices(PLANS);

const toInFlight = (text: string): number => toNumber(text, 1, IN_FLIGHT_MAX);

const toLimit = (text: string): number => toNumber(text, 1, LIMIT_MAX);
