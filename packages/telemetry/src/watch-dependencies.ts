import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { gaugeOf } from './gauge-of';
import { memoizeFor } from './memoize-for';

/** A dependency that does not answer in this time counts as away; scrapes must not wait longer. */
const TIMEOUT_MS = 2_000;
const FRESH_MS = 5_000;

/** `dependency_up`: whether each dependency answers this process. */
export function watchDependencies(registry: Registry, asks: Readonly<Record<string, () => Promise<unknown>>>): void {
  const readAll = memoizeFor(FRESH_MS, async () => {
    const entries = Object.entries(asks).map(async ([name, ask]) => [name, (await isUp(ask)) ? 1 : 0] as const);
    return Object.fromEntries(await Promise.all(entries));
  });
  gaugeOf(
    registry,
    {
      name: 'dependency_up',
      help: 'Whether this process gets an answer from postgres, redis or the object store (1) or not (0).',
      label: 'dependency',
    },
    readAll,
  );
}

async function isUp(ask: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(TIMEOUT_MS, false, { signal: over.signal, ref: false }).catch(() => false);
  const answer = ask().then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([answer, late]);
  over.abort();
  return isAnswered;
}
