import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { allocPlaneUninitialised, createPlane, outsideScratch, withScratch, type PlaneF32 } from '@drape/imaging';
import { createPixelCleanup } from './pixel-cleanup';

const SIDE = 200;
const filled = (value: number): PlaneF32 => createPlane(SIDE, SIDE, value);
const isAll = ({ data }: PlaneF32, value: number): boolean => data.every((v) => v === value);

describe('createPixelCleanup', () => {
  it('leaves no pixel of a job in memory that the next one gets', async () => {
    const { withPixelCleanup } = createPixelCleanup(60_000);
    const seen: PlaneF32[] = [];
    const answer = await withPixelCleanup(async () => {
      withScratch(() => void seen.push(filled(7), filled(8)));
      await setImmediate();
      return 'done';
    });
    expect(answer).toBe('done');
    expect(seen.every((plane) => isAll(plane, 0))).toBe(true);
    const next = await withPixelCleanup(() =>
      Promise.resolve(withScratch(() => isAll(allocPlaneUninitialised(SIDE, SIDE), 0))),
    );
    expect(next).toBe(true);
  });

  it('does so after a job that fails', async () => {
    const { withPixelCleanup } = createPixelCleanup(60_000);
    const seen: PlaneF32[] = [];
    const job = withPixelCleanup(() => {
      withScratch(() => void seen.push(filled(7)));
      return Promise.reject(new Error('no'));
    });
    await expect(job).rejects.toThrow('no');
    expect(seen.every((plane) => isAll(plane, 0))).toBe(true);
  });

  it('wipes what is no longer remembered at once, or when the jobs have ended that may look at it', async () => {
    const { withPixelCleanup, dropPixels } = createPixelCleanup(60_000);
    const [idle, busy] = outsideScratch(() => [filled(3), filled(3)]);
    dropPixels(idle.data);
    expect(isAll(idle, 0)).toBe(true);
    await withPixelCleanup(async () => {
      dropPixels(busy.data);
      await setImmediate();
      expect(isAll(busy, 3)).toBe(true);
    });
    expect(isAll(busy, 0)).toBe(true);
  });
});
