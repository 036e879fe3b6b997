import { clearKernels } from './kernels';
import { clearScratch } from './scratch';

/**
 * Leaves nothing of the pictures seen so far in memory that is kept to be used again, but for what work under way holds: that comes back
 * later. Not within a use of the kernels. Cost: a pass over some dozens of megabytes.
 */
export function forgetPixels(): void {
  clearScratch();
  clearKernels();
}
