import type { Usage, UsageRow } from '@drape/client';

export const RANGES = ['24h', '7d', '30d', '90d'] as const;
export type Range = (typeof RANGES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;
const DAYS: Readonly<Record<Exclude<Range, '24h'>, number>> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
};
/** The longest time that the API tells by the hour. */
const HOURLY_DAYS_MAX = 7;

/** Days of UTC, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last 24 hours lie within two days. */
export function daysOf(range: Range, nowMs: number): Days {
  const days = range === '24h' ? 2 : DAYS[range];
  return { from: toDay(nowMs - (days - 1) * DAY_MS), to: toDay(nowMs) };
}

/** The same days in parts that the API tells by the hour. */
export function hourlyParts({ from, to }: Days): readonly Days[] {
  const parts: Days[] = [];
  const lastMs = Date.parse(to);
  for (let ms = Date.parse(from); ms <= lastMs; ms += HOURLY_DAYS_MAX * DAY_MS) {
    parts.push({ from: toDay(ms), to: toDay(Math.min(lastMs, ms + (HOURLY_DAYS_MAX - 1) * DAY_MS)) });
  }
  return parts;
}

export const groupOf = (range: Range): 'hour' | 'day' => (range === '24h' ? 'hour' : 'day');

/** Every hour or day of the range, the earliest first, as the API names them. */
export function slotsOf(range: Range, nowMs: number): readonly string[] {
  const [length, stepMs] = range === '24h' ? [HOURS, HOUR_MS] : [DAYS[range], DAY_MS];
  const lastMs = Math.floor(nowMs / stepMs) * stepMs;
  return Array.from({ length }, (_, i) => {
    const ms = lastMs - (length - 1 - i) * stepMs;
    return range === '24h' ? new Date(ms).toISOString().replace('.000Z', 'Z') : toDay(ms);
  });
}

/** A row for every slot: the API leaves those out in which nothing happened. */
export function fillSlots(slots: readonly string[], rows: Usage['rows']): readonly UsageRow[] {
  const known = new Map(rows.map((row) => [row.group, row]));
  return slots.map((group) => known.get(group) ?? { ...NOTHING, group });
}

const NOTHING: UsageRow = {
  group: null,
  requests: 0,
  tryOns: 0,
  completed: 0,
  failed: 0,
  canceled: 0,
  expired: 0,
  cached: 0,
  renderMs: 0,
};

export function sumRows(rows: readonly UsageRow[], group: string | null = null): UsageRow {
  const sum = { ...NOTHING, group };
  for (const row of rows) {
    sum.requests = (sum.requests ?? 0) + (row.requests ?? 0);
    for (const name of ['tryOns', 'completed', 'failed', 'canceled', 'expired', 'cached', 'renderMs'] as const) {
      sum[name] += row[name];
    }
  }
  return sum;
}

/** What workers spent on one picture; those out of the cache cost nothing. null: none was rendered. */
export function meanRenderMs({ completed, cached, renderMs }: UsageRow): number | null {
  const rendered = completed - cached;
  return rendered > 0 ? renderMs / rendered : null;
}
