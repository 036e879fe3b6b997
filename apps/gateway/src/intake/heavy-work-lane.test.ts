import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createHeavyWorkLane } from './heavy-work-lane';

it('serves one caller in each turn of the event loop, in their order', async () => {
  const lane = createHeavyWorkLane();
  const served: string[] = [];
  const serve = async (name: string): Promise<void> => {
    await lane.nextTurn();
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

it('continues after it was empty', async () => {
  const lane = createHeavyWorkLane();
  await lane.nextTurn();
  await lane.nextTurn();
  await expect(lane.nextTurn()).resolves.toBeUndefined();
});
