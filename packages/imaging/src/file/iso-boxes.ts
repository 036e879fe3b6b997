/** One box of an ISO base media file: its content is in `bytes` from `start` to `end`. */
export interface IsoBox {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** How many more boxes may be visited; bounds the walk through one file. */
export interface BoxBudget {
  left: number;
}

/**
 * The consecutive boxes from `start` to `end`.
 *
 * Null if one of them is broken or extends beyond `end`, or if the budget is used up. Never reads outside `bytes`.
 * Source: ISO/IEC 14496-12 §4.2: size 1 is followed by a 64-bit size, size 0 reaches to the end.
 */
export function listBoxes(bytes: Uint8Array, start: number, end: number, budget: BoxBudget): IsoBox[] | null {
  const boxes: IsoBox[] = [];
  let at = start;
  while (at < end) {
    budget.left -= 1;
    if (budget.left < 0 || at + 8 > end) return null;
    let size = readUint(bytes, at, 4);
    let header = 8;
    if (size === 1) {
      if (at + 16 > end) return null;
      size = readUint(bytes, at + 8, 4) * 2 ** 32 + readUint(bytes, at + 12, 4);
      header = 16;
    }
    if (size === 0) size = end - at;
    if (size < header || at + size > end) return null;
    boxes.push({ type: readText(bytes, at + 4, 4), start: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

/** Unsigned, big endian, one to four bytes; NaN past the end, which fails every comparison. */
export function readUint(bytes: Uint8Array, at: number, length: number): number {
  if (at + length > bytes.length) return NaN;
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** Latin-1; shorter past the end. */
export function readText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
