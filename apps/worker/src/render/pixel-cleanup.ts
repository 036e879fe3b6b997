import { forgetPixels, releaseBuffers, wipePixels } from '@drape/imaging';
import { throttleTrailing } from '../lib/throttle-trailing';

export interface PixelCleanup {
  /** Runs a job. When it has ended, zeros are written over all memory that the next one may get. */
  readonly withPixelCleanup: <T>(job: () => Promise<T>) => Promise<T>;
  /** Takes leave of pictures and planes that are no longer remembered: zeros are written over them when no job looks at them any more. */
  readonly dropPixels: (...arrays: readonly (Uint8Array | Float32Array)[]) => void;
}

/**
 * Sees to it that no job comes upon pixels of an earlier shopper: planes, pictures and tensors lie in memory that is used again.
 *
 * `idleMs`: after so long the memory itself goes back to the system, too. Cost: 2 ms per job, at most 5 (the samples' photos).
 */
export function createPixelCleanup(idleMs: number): PixelCleanup {
  let jobs = 0;
  let dropped: (Uint8Array | Float32Array)[] = [];
  const forgetSoon = throttleTrailing(idleMs, forgetPixels);
  return {
    async withPixelCleanup(job) {
      jobs++;
      try {
        return await job();
      } finally {
        jobs--;
        if (jobs === 0) {
          releaseBuffers(...dropped);
          dropped = [];
        }
        // now, not soon: the next job may begin in the same turn of the event loop
        wipePixels();
        forgetSoon();
      }
    },
    dropPixels(...arrays) {
      // a job under way may still look at what new pictures push out
      if (jobs > 0) dropped.push(...arrays);
      else for (const array of arrays) array.fill(0);
    },
  };
}
