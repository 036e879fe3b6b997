import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, outsideScratch, withScratch, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { Person, PersonPlanes } from '@drape/tryon';
import { createPixelCleanup } from './pixel-cleanup';

const SIDE = 200;
const isAll = ({ data }: PlaneF32 | RasterU8, value: number): boolean => data.every((v) => v === value);

const PLANES = [
  'person',
  'hair',
  'skin',
  'top',
  'outer',
  'dress',
  'pants',
  'skirt',
  'lower',
  'shoes',
  'bag',
  'other',
  'upper',
] as const satisfies readonly (keyof PersonPlanes)[];

function drawnPerson(): Pick<Person, 'guide' | 'planes'> {
  return outsideScratch(() => {
    const planes = Object.fromEntries(PLANES.map((name) => [name, createPlane(SIDE, SIDE, 3)])) as Record<
      (typeof PLANES)[number],
      PlaneF32
    >;
    const guide = createRaster(SIDE, SIDE, 3);
    guide.data.fill(3);
    return { guide, planes };
  });
}

describe('createPixelCleanup', () => {
  it('leaves no pixel of a job in memory that the next one gets', async () => {
    const { withPixelCleanup } = createPixelCleanup(60_000);
    const seen: PlaneF32[] = [];
    const answer = await withPixelCleanup(async () => {
      withScratch(() => void seen.push(createPlane(SIDE, SIDE, 7), createPlane(SIDE, SIDE, 8)));
      await setImmediate();
      return 'done';
    });
    expect(answer).toBe('done');
    await setImmediate();
    expect(seen.every((plane) => isAll(plane, 0))).toBe(true);
  });

  it('does so after a job that fails', async () => {
    const { withPixelCleanup } = createPixelCleanup(60_000);
    const seen: PlaneF32[] = [];
    const job = withPixelCleanup(() => {
      withScratch(() => void seen.push(createPlane(SIDE, SIDE, 7)));
      return Promise.reject(new Error('no'));
    });
    await expect(job).rejects.toThrow('no');
    await setImmediate();
    expect(seen.every((plane) => isAll(plane, 0))).toBe(true);
  });

  it('wipes a person that is forgotten at once, or when the jobs have ended that may look at them', async () => {
    const { withPixelCleanup, dropPerson } = createPixelCleanup(60_000);
    const [idle, busy] = [drawnPerson(), drawnPerson()];
    dropPerson(idle);
    expect([idle.guide, ...Object.values(idle.planes)].every((picture) => isAll(picture, 0))).toBe(true);
    await withPixelCleanup(async () => {
      dropPerson(busy);
      await setImmediate();
      expect(isAll(busy.planes.skin, 3)).toBe(true);
    });
    await setImmediate();
    expect([busy.guide, ...Object.values(busy.planes)].every((picture) => isAll(picture, 0))).toBe(true);
  });
});
