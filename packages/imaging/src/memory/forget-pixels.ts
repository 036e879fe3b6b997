import { dropArena, wipeArena } from './arena';
import { clearKernels } from './kernels';

/**
 * Writes zeros over all memory that is kept for reuse, so that no later work can see pixels of an earlier one. Memory in use by steps under
 * way stays unchanged, and returns later.
 *
 * Call it after a job has ended, not within a use of the kernels. Cost: a pass over what was touched since the last call (20 to 60 MB after
 * a render).
 */
export function wipePixels(): void {
  wipeArena();
  clearKernels();
}

/** {@link wipePixels}, and returns the memory to the system: for a process that will be idle for minutes. */
export function forgetPixels(): void {
  dropArena();
  clearKernels();
}
