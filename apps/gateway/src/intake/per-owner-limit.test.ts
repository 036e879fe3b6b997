import { expect, it } from '@jest/globals';
import { createPerOwnerLimit } from './per-owner-limit';

const OWNER = { accountId: 'acc_1', env: 'live' } as const;
const tooLate = () => new Error('too late');

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('lets a number of an owner’s calls run at once, the others in order, and other owners beside them', async () => {
  const perOwner = createPerOwnerLimit({ atOnce: 2, waitMs: 10_000 });
  const gates = Array.from({ length: 4 }, gate);
  const begun: number[] = [];
  const works = gates.map(({ opened }, i) =>
    perOwner.run(
      OWNER,
      async () => {
        begun.push(i);
        await opened;
        return i;
      },
      tooLate,
    ),
  );
  await perOwner.run({ accountId: 'acc_1', env: 'test' }, () => Promise.resolve(), tooLate);
  await perOwner.run({ accountId: 'acc_2', env: 'live' }, () => Promise.resolve(), tooLate);
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

it('passes the place on where the work fails', async () => {
  const perOwner = createPerOwnerLimit({ atOnce: 1, waitMs: 10_000 });
  const failing = perOwner.run(OWNER, () => Promise.reject(new Error('broken')), tooLate);
  const next = perOwner.run(OWNER, () => Promise.resolve('done'), tooLate);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('lets nobody wait in line for too long', async () => {
  const perOwner = createPerOwnerLimit({ atOnce: 1, waitMs: 20 });
  const { opened, open } = gate();
  const slow = perOwner.run(OWNER, () => opened, tooLate);
  await expect(perOwner.run(OWNER, () => Promise.resolve(), tooLate)).rejects.toThrow('too late');
  open();
  await slow;
  expect(await perOwner.run(OWNER, () => Promise.resolve('free'), tooLate)).toBe('free');
});
