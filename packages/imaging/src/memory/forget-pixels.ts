import { dropArena, wipeArena } from './arena';
import { clearKernels } from './kernels';

/**
 * Writes zeros over all memory that is kept to be used again, so that no later work can come upon pixels of an earlier one. What steps under
 * way hold stays as it is, and comes back later.
 *
 * To be called when a job has ended, not within a use of the kernels. Cost: a pass over what was touched since the last call (20 to 60 MB
 * after a render).
 */
export function wipePixels(): void {
  wipeArena();
  clearKernels();
}

/** {@link wipePixels}, and gives the memory back to the system: for a process that nobody asks for the next minutes. */
export function forgetPixels(): void {
  dropArena();
  clearKernels();
}
