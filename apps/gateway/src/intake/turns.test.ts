import { expect, it } from '@jest/globals';
import { createTurns } from './turns';

const OWNER = { accountId: 'acc_1', env: 'live' } as const;
const tooLate = () => new Error('too late');

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('lets so many of an owner run at once, the others in their order, and other owners beside them', async () => {
  const turns = createTurns({ atOnce: 2, waitMs: 10_000 });
  const gates = Array.from({ length: 4 }, gate);
  const begun: number[] = [];
  const works = gates.map(({ opened }, i) =>
    turns.take(
      OWNER,
      async () => {
        begun.push(i);
        await opened;
        return i;
      },
      tooLate,
    ),
  );
  await turns.take({ accountId: 'acc_1', env: 'test' }, () => Promise.resolve(), tooLate);
  await turns.take({ accountId: 'acc_2', env: 'live' }, () => Promise.resolve(), tooLate);
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

it('hands the place on where the work fails', async () => {
  const turns = createTurns({ atOnce: 1, waitMs: 10_000 });
  const failing = turns.take(OWNER, () => Promise.reject(new Error('broken')), tooLate);
  const next = turns.take(OWNER, () => Promise.resolve('done'), tooLate);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('lets nobody stand in line for too long', async () => {
  const turns = createTurns({ atOnce: 1, waitMs: 20 });
  const { opened, open } = gate();
  const slow = turns.take(OWNER, () => opened, tooLate);
  await expect(turns.take(OWNER, () => Promise.resolve(), tooLate)).rejects.toThrow('too late');
  open();
  await slow;
  expect(await turns.take(OWNER, () => Promise.resolve('free'), tooLate)).toBe('free');
});
