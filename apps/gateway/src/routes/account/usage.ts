import { successEnvelope, usageSchema, type UsageRecord } from '@drape/contracts';
import { USAGE_DAYS, type Database, type UsageRow } from '@drape/db';
import type { Clock } from '@drape/runtime';
import { DAY_MS, parseUsageQuery, toDay, USAGE_QUERY } from '../../usage/parse-usage-query';
import { principalOf, type Route } from '../route';

export interface UsageDeps {
  readonly db: Pick<Database, 'usage'>;
  readonly clock: Clock;
}

export function getUsageRoute({ db, clock }: UsageDeps): Route {
  return {
    method: 'get',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'Usage',
    scope: 'usage:read',
    summary: 'Get what the account used',
    description: `Requests and try-ons of the mode of the key that asks, by hour, day, key, category or final status. A try-on counts in the hour in which it ends, at once and for good: also when its record is erased. Requests follow within a second or two. Known for ${USAGE_DAYS} days.`,
    query: USAGE_QUERY,
    responses: { 200: { description: 'The use.', schema: successEnvelope(usageSchema) } },
    errors: ['invalid_parameter'],
    async handle(request) {
      const { owner } = principalOf(request);
      const { groupBy, from, to } = parseUsageQuery(request.query, clock);
      const rows = await db.usage.read({ owner, from, until: new Date(to.getTime() + DAY_MS), groupBy });
      const data: UsageRecord = {
        livemode: owner.env === 'live',
        from: toDay(from),
        to: toDay(to),
        groupBy,
        rows: rows.map((row) => ({ ...row })),
        total: totalOf(rows),
      };
      return { status: 200, data };
    },
  };
}

function totalOf(rows: readonly UsageRow[]): UsageRecord['total'] {
  const sum = (pick: (row: UsageRow) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const hasRequests = rows.every(({ requests }) => requests !== null);
  return {
    requests: hasRequests ? sum(({ requests }) => requests ?? 0) : null,
    tryOns: sum(({ tryOns }) => tryOns),
    completed: sum(({ completed }) => completed),
    failed: sum(({ failed }) => failed),
    canceled: sum(({ canceled }) => canceled),
    expired: sum(({ expired }) => expired),
    cached: sum(({ cached }) => cached),
    renderMs: sum(({ renderMs }) => renderMs),
  };
}
