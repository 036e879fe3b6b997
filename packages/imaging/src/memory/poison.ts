const POISON = 0xff;
let isOn = false;

/**
 * For tests: from now on (until called with false) memory that is not in use, and memory that is handed out uncleared, is filled with bytes
 * of 255, which planes read as NaN. Code that reads a plane after its step has ended, or before all of it was written, then makes a
 * different picture. Cost: some passes over the memory; a render takes about twice as long.
 */
export function poisonFreeMemory(isWanted = true): void {
  isOn = isWanted;
}

/** Fills memory that must not be read before it is written; only has an effect while memory is poisoned. */
export function poison(buffer: ArrayBuffer, at: number, end: number): void {
  if (isOn) new Uint8Array(buffer, at, end - at).fill(POISON);
}

/** Writes zeros over memory that is not in use; while memory is poisoned, writes poison instead. */
export function wipe(buffer: ArrayBuffer, at: number, end: number): void {
  if (end > at) new Uint8Array(buffer, at, end - at).fill(isOn ? POISON : 0);
}
