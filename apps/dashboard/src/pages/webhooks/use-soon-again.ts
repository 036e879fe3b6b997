import type { WebhookDelivery } from '@drape/client';
import { useEffect } from 'react';

const LOOK_MS = 3_000;
/** Deliveries whose next attempt is hours away are not waited for. */
const SOON_MS = 60_000;

/** Looks again while something is on its way: what comes back of a ping is there a moment later. */
export function useSoonAgain(rows: readonly WebhookDelivery[], look: () => Promise<unknown>): void {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ nextAttemptAt }) => nextAttemptAt ?? '');
  const until = waiting.length === 0 ? null : Math.min(...waiting.map((at) => (at === '' ? 0 : Date.parse(at))));
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => {
      if (until - Date.now() < SOON_MS) void look();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [until, look]);
}
