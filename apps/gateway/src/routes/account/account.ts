import {
  accountSchema,
  createValidator,
  requestError,
  successEnvelope,
  updateAccountSchema,
  type AccountView,
  type UpdateAccountBody,
} from '@drape/contracts';
import type { AccountRecord, Database } from '@drape/db';
import { memberOf } from '../../people/require-member';
import type { Route } from '../route';

export interface AccountDeps {
  readonly db: Pick<Database, 'accounts'>;
  /** Cached keys hold the account's settings: every gateway has to look them up again. */
  readonly announceKeys: () => Promise<unknown>;
}

const ROUTE = {
  tag: 'Accounts',
  scope: null,
  path: '/v1/account',
} as const;
const RESPONSES = { 200: { description: 'The account.', schema: successEnvelope(accountSchema) } };

export function getAccountRoute({ db }: AccountDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    member: 'viewer',
    operationId: 'getAccount',
    summary: 'Get the account: its plan and its settings',
    responses: RESPONSES,
    errors: [],
    async handle(request) {
      return { status: 200, data: toAccount(await db.accounts.find(memberOf(request).accountId)) };
    },
  };
}

export function updateAccountRoute({ db, announceKeys }: AccountDeps): Route {
  const validate = createValidator<UpdateAccountBody>(updateAccountSchema);
  return {
    ...ROUTE,
    method: 'patch',
    member: 'owner',
    operationId: 'updateAccount',
    summary: 'Change the account’s settings',
    description:
      '`minQuality` and `retentionSeconds` are those of try-ons that do not say themselves; they hold for every try-on from the next second on. The plan is the operator’s to change.',
    body: updateAccountSchema,
    responses: RESPONSES,
    errors: ['invalid_min_quality', 'invalid_retention_seconds'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { name, minQuality, retentionSeconds } = checked.value;
      const account = await db.accounts.update(memberOf(request).accountId, {
        ...(name === undefined ? {} : { name }),
        ...(minQuality === undefined ? {} : { minQuality }),
        ...(retentionSeconds === undefined ? {} : { retentionSeconds }),
      });
      await announceKeys();
      return { status: 200, data: toAccount(account) };
    },
  };
}

function toAccount(account: AccountRecord | null): AccountView {
  if (account === null) throw new Error('the account of a member is gone');
  const { id, name, status, plan, minQuality, retentionSeconds, drapeVersion, createdAt } = account;
  return {
    id,
    name,
    status,
    plan: plan.name,
    limitPerHour: plan.limitPerHour,
    inFlightMax: plan.inFlightMax,
    minQuality,
    retentionSeconds,
    drapeVersion,
    createdAt: createdAt.toISOString(),
  };
}
