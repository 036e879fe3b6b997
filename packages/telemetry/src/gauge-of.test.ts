import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { gaugeOf } from './gauge-of';
import { memoizeFor } from './memoize-for';
import { watchDependencies } from './watch-dependencies';

const samplesOf = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('a gauge that is read on a scrape', () => {
  it('has no series while it cannot be read, and has them again after that', async () => {
    const registry = new Registry();
    let isAway = false;
    const read = async <T>(value: T): Promise<T> => {
      if (isAway) throw new Error('away');
      return value;
    };
    gaugeOf(registry, { name: 'age', help: 'h' }, () => read(7));
    gaugeOf(registry, { name: 'jobs', help: 'h', label: 'state' }, () => read({ waiting: 2, active: 1 }));
    const all = ['age 7', 'jobs{state="waiting"} 2', 'jobs{state="active"} 1'];
    expect(await samplesOf(registry)).toEqual(all);
    isAway = true;
    expect(await samplesOf(registry)).toEqual([]);
    isAway = false;
    expect(await samplesOf(registry)).toEqual(all);
  });
});

describe('dependencies', () => {
  it('are down where they refuse', async () => {
    const registry = new Registry();
    watchDependencies(registry, { redis: async () => 'PONG', postgres: () => Promise.reject(new Error('refused')) });
    const [redis, postgres] = await samplesOf(registry);
    expect([redis, postgres]).toEqual([
      'dependency_up{dependency="redis"} 1',
      'dependency_up{dependency="postgres"} 0',
    ]);
  });
});

describe('an answer that is shared', () => {
  it('is asked for once in its time, whether it comes or fails', async () => {
    let [nowMs, asked] = [0, 0];
    const ask = memoizeFor(
      1_000,
      async () => {
        asked += 1;
        if (asked === 2) throw new Error('second');
        return asked;
      },
      () => nowMs,
    );
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    nowMs = 1_000;
    await expect(ask()).rejects.toThrow('second');
    await expect(ask()).rejects.toThrow('second');
    nowMs = 2_000;
    expect(await ask()).toBe(3);
  });
});
