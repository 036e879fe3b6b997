import {
  API_VERSIONS,
  PLAN_LIMITS,
  QUALITY_LEVELS,
  type ApiVersion,
  type PlanName,
  type QualityLevel,
} from '@drape/contracts';
import type { AccountRecord } from '@drape/db';
import { Option, type Command } from 'commander';
import { asText } from './as-text';
import { Refused } from './refused';
import { toNumber } from './to-number';
import type { AdminDeps } from './admin-deps';

const PLANS = Object.keys(PLAN_LIMITS);
const LIMIT_MAX = 10_000_000;
const IN_FLIGHT_MAX = 10_000;

/** What an account has instead of its plan's. */
interface OwnLimits {
  readonly limit?: number;
  readonly inFlight?: number;
}

/** `drape account …` */
export function addAccounts(account: Command, { service, print }: AdminDeps): void {
  const show = (record: AccountRecord, command: Command) => print(asText(record, command));
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
      show(await service().db.accounts.create(wanted), command);
    });
  account
    .command('list')
    .description('list the accounts')
    .action(async (_: unknown, command: Command) => {
      for (const record of await service().db.accounts.list()) show(record, command);
    });
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
      const { db, announce } = service();
      const record = await db.accounts.update(id, change);
      if (record === null) throw new Refused(`There is no account ${id}.`);
      await announce();
      show(record, command);
    });
  account
    .command('pin <accountId>')
    .description('change the version of the API that an account gets where a request names none')
    .addOption(new Option('--drape-version <day>', 'see docs/changelog.md').choices(API_VERSIONS).makeOptionMandatory())
    .action(async (id: string, o: { drapeVersion: ApiVersion }, command: Command) => {
      const { db, announce } = service();
      const record = await db.accounts.update(id, { drapeVersion: o.drapeVersion });
      if (record === null) throw new Refused(`There is no account ${id}.`);
      await announce();
      show(record, command);
    });
  account
    .command('quality <accountId>')
    .description('change the least quality of pictures that an account’s try-ons ask for by default')
    .addOption(
      new Option('--min <level>', 'below it a picture is not given back').choices(QUALITY_LEVELS).makeOptionMandatory(),
    )
    .action(async (id: string, { min }: { min: QualityLevel }, command: Command) => {
      const { db, announce } = service();
      const record = await db.accounts.update(id, { minQuality: min });
      if (record === null) throw new Refused(`There is no account ${id}.`);
      await announce();
      show(record, command);
    });
  for (const [verb, status] of [['suspend', 'suspended'] as const, ['resume', 'active'] as const]) {
    account
      .command(`${verb} <accountId>`)
      .description(`${verb} an account`)
      .action(async (id: string, _: unknown, command: Command) => {
        const { db, announce } = service();
        const record = await db.accounts.update(id, { status });
        if (record === null) throw new Refused(`There is no account ${id}.`);
        await announce();
        show(record, command);
      });
  }
}

const planOption = () =>
  new Option('--plan <plan>', 'free 100, starter 500, business 2,000 an hour; enterprise with --limit').choices(PLANS);

const toInFlight = (text: string): number => toNumber(text, 1, IN_FLIGHT_MAX);

const toLimit = (text: string): number => toNumber(text, 1, LIMIT_MAX);
