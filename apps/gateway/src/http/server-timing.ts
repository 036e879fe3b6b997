/** Parts in `Server-Timing`; `total` is always the whole request. */
export type TimedPart = 'auth' | 'queue' | 'render' | 'store';

/** Durations of one request's parts. */
export interface Timings {
  readonly add: (part: TimedPart, ms: number) => void;
  /** Runs `work` and adds its duration, even where it throws. */
  readonly measure: <T>(part: TimedPart, work: () => Promise<T>) => Promise<T>;
  /** Milliseconds of a part so far; null where it did not occur. */
  readonly spentOn: (part: TimedPart) => number | null;
  /** The header so far: `auth;dur=0.4, store;dur=12, total;dur=40.1`, milliseconds. Parts that did not occur are left out. */
  readonly header: () => string;
}

const ORDER: readonly TimedPart[] = ['auth', 'queue', 'render', 'store'];

/** Starts the clock of a request. `now` is monotonic, in milliseconds. */
export function createTimings(now: () => number): Timings {
  const startedMs = now();
  const spent = new Map<TimedPart, number>();
  const add = (part: TimedPart, ms: number): void => {
    spent.set(part, (spent.get(part) ?? 0) + ms);
  };
  return {
    add,
    async measure(part, work) {
      const beginMs = now();
      try {
        return await work();
      } finally {
        add(part, now() - beginMs);
      }
    },
    spentOn: (part) => spent.get(part) ?? null,
    header() {
      const parts = ORDER.flatMap((part) => {
        const ms = spent.get(part);
        return ms === undefined ? [] : [metric(part, ms)];
      });
      return [...parts, metric('total', now() - startedMs)].join(', ');
    },
  };
}

const metric = (name: string, ms: number): string => `${name};dur=${Math.round(ms * 10) / 10}`;
