const POISON = 0xff;
let isOn = false;

/**
 * For tests: from now on (until called with false) memory that nobody holds, and memory that is handed out without being cleared, is
 * filled with bytes of 255, which planes read as NaN. Whoever reads a plane after its step has ended, or one that was not all written,
 * then makes another picture. Cost: some passes over the memory; a render takes about twice as long.
 */
export function poisonFreeMemory(isWanted = true): void {
  isOn = isWanted;
}

/** Spoils a part of memory that nobody may read as it is; of effect only while memory is poisoned. */
export function poison(buffer: ArrayBuffer, at: number, end: number): void {
  if (isOn) new Uint8Array(buffer, at, end - at).fill(POISON);
}

/** Writes zeros over a part of memory that nobody holds; while memory is poisoned, poison. */
export function wipe(buffer: ArrayBuffer, at: number, end: number): void {
  if (end > at) new Uint8Array(buffer, at, end - at).fill(isOn ? POISON : 0);
}
