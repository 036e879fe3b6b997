import { repeat, type Repeated } from '../lib/repeat';

/** No new deadline is nearer than this, so that checking this often sees each one before it comes. */
const POLL_MS = 1000;
/** Shortest pause: after a deadline, and where other workers hold the overdue rows. */
const PAUSE_MS_MIN = 20;

export interface ExpireOnTimeOptions {
  readonly untilNextMs: () => Promise<number | null>;
  readonly expire: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Expires try-ons at their deadline, instead of at the next sweep. */
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
