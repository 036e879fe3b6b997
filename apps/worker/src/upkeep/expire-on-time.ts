import { repeat, type Repeated } from '../lib/repeat';

/** No deadline is nearer than this when it is made, so that a look so often sees each before it comes. */
const POLL_MS = 1000;
/** After a deadline, and where others hold what is overdue. */
const PAUSE_MS_MIN = 20;

export interface ExpireOnTimeOptions {
  readonly untilNextMs: () => Promise<number | null>;
  readonly expire: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Ends what is overdue at its deadline, not when a sweep happens to come by. */
export function expireOnTime({ untilNextMs, expire, onError }: ExpireOnTimeOptions): Repeated {
  let pauseMs = POLL_MS;
  return repeat({
    everyMs: () => pauseMs,
    async turn() {
      pauseMs = POLL_MS;
      const nextMs = await untilNextMs();
      if (nextMs === null) return;
      if (nextMs <= 0) await expire();
      pauseMs = Math.min(POLL_MS, Math.max(nextMs, 0) + PAUSE_MS_MIN);
    },
    onError,
  });
}
