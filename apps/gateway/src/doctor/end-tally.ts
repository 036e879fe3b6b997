import type { AuditedTryOn, CountedEnds } from '@drape/db';
import type { Violation } from './violation';

/** Counts how try-ons ended by their rows, to compare with what was counted when they ended. Rows erased since make the latter larger. */
export interface EndTally {
  readonly add: (row: AuditedTryOn) => void;
  readonly compare: (counted: readonly CountedEnds[]) => Violation[];
}

export function createEndTally(): EndTally {
  const seen = new Map<string, number>();
  return {
    add({ accountId, env, endedHour, status }) {
      if (endedHour === null) return;
      const name = [accountId, env, endedHour, status].join(' ');
      seen.set(name, (seen.get(name) ?? 0) + 1);
    },
    compare(counted) {
      const known = new Map(
        counted.map((one) => [[one.accountId, one.env, one.hour, one.outcome].join(' '), one.tryOns]),
      );
      return [...seen].flatMap(([name, ends]) =>
        (known.get(name) ?? 0) < ends ? [{ kind: 'usage_short', id: name }] : [],
      );
    },
  };
}
