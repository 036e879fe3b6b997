import { requestError, USAGE_GROUPS, type ErrorDetail, type UsageGroup } from '@drape/contracts';
import type { Clock } from '@drape/runtime';
import { readQuery, type Query } from '../lists/query-reader';

export interface UsageTime {
  readonly groupBy: UsageGroup;
  /** The first and the last day, both included; midnight, UTC. */
  readonly from: Date;
  readonly to: Date;
}

export const DAY_MS = 86_400_000;
/** Days per answer: about 170 rows by the hour, 92 by the day. */
const HOURLY_DAYS_MAX = 7;
const DAYS_MAX = 92;
/** Default number of days. */
const DEFAULT_DAYS = 30;

const DAY = { type: 'string', examples: ['2026-11-01'] } as const;

/** OpenAPI description of the query. */
export const USAGE_QUERY = {
  from: {
    ...DAY,
    description: `The first day, UTC; where missing ${DEFAULT_DAYS} days with the last one, or that alone with groupBy=hour.`,
  },
  to: {
    ...DAY,
    description: `The last day, UTC, included; today where missing. At most ${DAYS_MAX} days in all, ${HOURLY_DAYS_MAX} with groupBy=hour.`,
  },
  groupBy: { type: 'string', enum: USAGE_GROUPS, default: 'day' },
} as const;

/** Throws ServiceError that names every parameter at fault. */
export function parseUsageQuery(query: Query, clock: Clock): UsageTime {
  const reader = readQuery(query);
  const groupBy = reader.choice('groupBy', USAGE_GROUPS) ?? 'day';
  const [first, last] = [reader.day('from'), reader.day('to')];
  reader.finish();
  const to = last ?? new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS);
  const defaultDays = groupBy === 'hour' ? 1 : DEFAULT_DAYS;
  const from = first ?? new Date(to.getTime() - (defaultDays - 1) * DAY_MS);
  const fault = faultOf(from, to, groupBy);
  if (fault !== null) throw requestError([fault]);
  return { groupBy, from, to };
}

function faultOf(from: Date, to: Date, groupBy: UsageGroup): ErrorDetail | null {
  const days = (to.getTime() - from.getTime()) / DAY_MS + 1;
  const max = groupBy === 'hour' ? HOURLY_DAYS_MAX : DAYS_MAX;
  if (days >= 1 && days <= max) return null;
  const expected =
    days < 1 ? 'not be later than to' : `be at most ${max} days with groupBy=${groupBy}, to included; got ${days} days`;
  const message = `from must ${expected}, from ${toDay(from)} to ${toDay(to)}.`;
  return { param: 'from', code: 'range', message };
}

/** 2026-11-01 */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);
