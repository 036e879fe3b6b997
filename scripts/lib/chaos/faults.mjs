import { setTimeout as sleep } from 'node:timers/promises';
import { redisPid } from './stack.mjs';

/** Longer than the lease of a row (10 s) and the lock of a job (15 s). */
const PAUSE_MS = 17_000;

/** Each holds what it does harm to until that is well again; two faults never have the same in hand. */
export function createFaults({ stack, gateways, workers, random }) {
  const outage = (low, high) => sleep(random.between(low, high));
  const revive = async (app) => {
    await app.kill();
    await outage(0, 1000);
    await app.open();
  };
  const store = (mode) => ({
    id: 'F9',
    what: `object store ${mode}`,
    target: 'store',
    async run() {
      stack.proxy.mode = mode;
      await outage(1500, 5000);
      stack.proxy.mode = 'good';
    },
  });
  return [
    ...workers.map((app, i) => ({ id: 'F1', what: 'worker killed', target: `worker ${i}`, run: () => revive(app) })),
    ...gateways.map((app, i) => ({ id: 'F3', what: 'gateway killed', target: `gateway ${i}`, run: () => revive(app) })),
    {
      id: 'F5',
      what: 'Redis killed',
      target: 'redis',
      async run() {
        process.kill(await redisPid(stack.redis.url()), 'SIGKILL');
        await outage(300, 2000);
        await stack.redis.restart();
        await sleep(2000);
      },
    },
    {
      id: 'F7',
      what: 'Redis frozen',
      target: 'redis',
      async run() {
        const pid = await redisPid(stack.redis.url());
        process.kill(pid, 'SIGSTOP');
        await outage(2000, 10_000);
        process.kill(pid, 'SIGCONT');
        await sleep(1000);
      },
    },
    {
      id: 'F8',
      what: 'Postgres stopped',
      target: 'postgres',
      async run() {
        await stack.database.stop();
        await outage(1000, 8000);
        await stack.database.restart();
        await sleep(2000);
      },
    },
    ...['failing', 'refusing', 'slow', 'partial'].map(store),
    ...workers.map((app, i) => ({
      id: 'F15',
      what: 'worker paused',
      target: `worker ${i}`,
      async run() {
        app.signal('SIGSTOP');
        await sleep(PAUSE_MS);
        app.signal('SIGCONT');
        await sleep(500);
      },
    })),
  ];
}

/**
 * Each kind once, in an order by the seed, however long that takes; then kinds alike often. Of a kind it is one whose target is well.
 * Resolves when all faults are over.
 */
export async function injectFaults(faults, { random, untilMs, gapMs, onFault }) {
  const held = new Set();
  const running = [];
  const kinds = [...new Set(faults.map(({ id }) => id))];
  const freeOf = (kind) => faults.filter(({ id, target }) => id === kind && !held.has(target));
  let outstanding = random.shuffled(kinds);
  while (performance.now() < untilMs || outstanding.length > 0) {
    await sleep(random.between(gapMs / 2, gapMs * 1.5));
    const kind = outstanding.length > 0 ? outstanding.find((each) => freeOf(each).length > 0) : random.pick(kinds);
    const free = freeOf(kind);
    if (free.length === 0) continue;
    outstanding = outstanding.filter((each) => each !== kind);
    const fault = random.pick(free);
    held.add(fault.target);
    onFault(fault);
    running.push(fault.run().finally(() => held.delete(fault.target)));
    running.at(-1).catch(() => undefined);
  }
  await Promise.all(running);
}
