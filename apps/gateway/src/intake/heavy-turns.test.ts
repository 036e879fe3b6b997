import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createHeavyTurns } from './heavy-turns';

it('serves one caller in each turn of the event loop, in their order', async () => {
  const lane = createHeavyTurns();
  const served: string[] = [];
  const serve = async (name: string): Promise<void> => {
    await lane.take();
    served.push(name);
  };
  const all = Promise.all([serve('a'), serve('b'), serve('c')]);
  const seen: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    seen.push(served.length);
    await setImmediate();
  }
  await all;
  expect(served).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual([0, 1, 2, 3]);
});

it('goes on after it was empty', async () => {
  const lane = createHeavyTurns();
  await lane.take();
  await lane.take();
  await expect(lane.take()).resolves.toBeUndefined();
});
