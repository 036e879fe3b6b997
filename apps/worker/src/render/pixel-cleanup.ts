import { forgetPixels, releaseBuffers, wipePixels } from '@drape/imaging';
import type { Person } from '@drape/tryon';
import { throttleTrailing } from '../lib/throttle-trailing';

export interface PixelCleanup {
  /** Runs a job. When it has ended and its answer is on its way, zeros are written over all memory that the next one may get. */
  withPixelCleanup<T>(job: () => Promise<T>): Promise<T>;
  /** Takes leave of a person that is no longer remembered. */
  dropPerson(person: Pick<Person, 'guide' | 'planes'>): void;
}

/**
 * Sees to it that no job comes upon pixels of an earlier shopper: planes, pictures and tensors lie in memory that is used again.
 *
 * `idleMs`: after so long the memory itself goes back to the system, too. Cost: 1.5 ms per job, after its answer (photo of 1200 × 1200).
 */
export function createPixelCleanup(idleMs: number): PixelCleanup {
  let jobs = 0;
  let dropped: Pick<Person, 'guide' | 'planes'>[] = [];
  const forgetSoon = throttleTrailing(idleMs, forgetPixels);
  return {
    async withPixelCleanup(job) {
      jobs++;
      try {
        return await job();
      } finally {
        jobs--;
        if (jobs === 0) {
          for (const person of dropped) releaseBuffers(...arraysOf(person));
          dropped = [];
        }
        setImmediate(wipePixels);
        forgetSoon();
      }
    },
    dropPerson(person) {
      // a job under way may still look at whom new ones push out
      if (jobs > 0) dropped.push(person);
      else for (const array of arraysOf(person)) array.fill(0);
    },
  };
}

function arraysOf({ guide, planes }: Pick<Person, 'guide' | 'planes'>): readonly (Uint8Array | Float32Array)[] {
  return [guide.data, ...Object.values(planes).map(({ data }) => data)];
}
