import { setTimeout as sleep } from 'node:timers/promises';

/** How often the horizontal autoscaler looks (--horizontal-pod-autoscaler-sync-period). */
const SYNC_MS = 15_000;

/**
 * Asks the query, and has as many workers as the autoscaler decides, until `isDone`. Resolves with what was seen at every look.
 * `note` gives what else stands in a line of the timeline.
 */
export async function runDriver({ autoscaler, pool, prometheus, query, upTimes, isDone, note, onLook }) {
  const looks = [];
  const began = performance.now();
  while (!isDone(looks)) {
    const atMs = performance.now();
    const value = await prometheus.ask(query);
    const replicas = autoscaler.decide({ value, replicas: pool.size, atMs });
    const look = { atSec: (atMs - began) / 1000, value, replicas, ready: pool.readySize, ...(await note()) };
    looks.push(look);
    onLook(look);
    if (replicas !== pool.size) await pool.resize(replicas);
    await sleep(Math.max(0, atMs + SYNC_MS / upTimes - performance.now()));
  }
  return looks;
}
