import { poison, wipe } from './poison';

/** Memory that is reused: one arena, and separate buffers for what does not fit there or lives longer. */

/** A range of bytes: of the arena, or of a separate buffer. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Offset in the buffer where it begins. */
  readonly at: number;
}

/** Memory in use until {@link returnPiece}. */
export interface Piece extends Memory {
  readonly end: number;
}

/** Smallest number of bytes that is kept for reuse: smaller pieces are cheap to allocate. */
export const BYTES_MIN = 32 << 10;
/**
 * Size of the arena, shared by all work under way: a render of 1024×1536 pixels uses 20 to 28 MB at a time, an unknown garment up to 40.
 * What does not fit gets a separate buffer. Pages that were never touched take no memory.
 */
const ARENA_BYTES = 32 << 20;
/** Alignment in bytes: consecutive planes begin at whole lines of the processor's cache. */
const ALIGNMENT_BYTES = 64;

let arena: ArrayBuffer | null = null;
/** The free ranges of the arena, by address; no two touch. */
let gaps: { from: number; to: number }[] = [];
/** End of the highest range used since the arena was made or wiped. */
let reached = 0;

/** Released buffers, the latest last: for data that lives longer, or crosses an await. */
const spare: ArrayBuffer[] = [];
let spareBytes = 0;
/** Most bytes kept in released buffers: a person's planes, a result, the garment as it shows, and the tensors of the networks. */
const SPARE_BYTES_MAX = 24 << 20;
/**
 * Largest size of a reused buffer relative to the request, and the step in bytes to which new ones are rounded up: garments differ in size.
 */
const REUSE_RATIO_MAX = 2;
const STEP_BYTES = 256 << 10;

/** Whether a buffer is the arena. */
export const isArena = (buffer: ArrayBufferLike): boolean => buffer === arena;

/** The lowest gap of the arena that is large enough, or else a buffer; not cleared. */
export function takePiece(bytes: number): Piece {
  return pieceOfArena(bytes) ?? takeBuffer(bytes);
}

function pieceOfArena(bytes: number): Piece | undefined {
  if (arena === null) {
    arena = new ArrayBuffer(ARENA_BYTES);
    gaps = [{ from: 0, to: ARENA_BYTES }];
    reached = 0;
  }
  const size = Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  const n = gaps.findIndex(({ from, to }) => to - from >= size);
  if (n < 0) return undefined;
  const gap = gaps[n];
  const piece = { buffer: arena, at: gap.from, end: gap.from + size };
  gap.from = piece.end;
  if (gap.from === gap.to) gaps.splice(n, 1);
  reached = Math.max(reached, piece.end);
  return piece;
}

/** A released buffer, or a new one; not cleared. */
export function takeBuffer(bytes: number): Piece {
  const buffer = spareFor(bytes) ?? new ArrayBuffer(roundedUp(bytes));
  return { buffer, at: 0, end: buffer.byteLength };
}

/** Releases a piece for reuse. */
export function returnPiece({ buffer, at, end }: Piece): void {
  poison(buffer, at, end);
  if (buffer !== arena) {
    keepSpare(buffer);
    return;
  }
  const next = gaps.findIndex(({ from }) => from >= end);
  const n = next < 0 ? gaps.length : next;
  const [before, after] = [gaps.at(n - 1), gaps.at(n)];
  const joinsBefore = n > 0 && before?.to === at;
  const joinsAfter = after?.from === end;
  const gap = { from: joinsBefore ? before.from : at, to: joinsAfter ? after.to : end };
  gaps.splice(joinsBefore ? n - 1 : n, Number(joinsBefore) + Number(joinsAfter), gap);
}

/** Releases a buffer that is not the arena's, whoever made it; ignores small ones, and those that were released already. */
export function returnBuffer(buffer: ArrayBufferLike): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer !== arena && buffer.byteLength >= BYTES_MIN;
  if (!isOwn || spare.includes(buffer)) return;
  poison(buffer, 0, buffer.byteLength);
  keepSpare(buffer);
}

/** Writes zeros over all memory that is not in use; it stays available. */
export function wipeArena(): void {
  for (const buffer of spare) wipe(buffer, 0, buffer.byteLength);
  if (arena === null) return;
  for (const { from, to } of gaps) wipe(arena, from, Math.min(to, reached));
  const isAllFree = gaps.length === 1 && gaps[0].from === 0 && gaps[0].to === ARENA_BYTES;
  if (isAllFree) reached = 0;
}

/** {@link wipeArena}, and returns the memory to the system if none of it is in use. */
export function dropArena(): void {
  wipeArena();
  spare.length = 0;
  spareBytes = 0;
  if (reached === 0) arena = null;
}

/** Rounds up to whole steps; small sizes to a power of two. */
function roundedUp(bytes: number): number {
  return bytes < STEP_BYTES ? 2 ** Math.ceil(Math.log2(bytes)) : Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
}

/** The most recently released spare buffer that fits. */
function spareFor(bytes: number): ArrayBuffer | undefined {
  let at = spare.length - 1;
  while (at >= 0 && (spare[at].byteLength < bytes || spare[at].byteLength > REUSE_RATIO_MAX * bytes)) at--;
  return at < 0 ? undefined : takeSpare(at);
}

function takeSpare(at: number): ArrayBuffer {
  const [buffer] = spare.splice(at, 1);
  spareBytes -= buffer.byteLength;
  return buffer;
}

function keepSpare(buffer: ArrayBuffer): void {
  spare.push(buffer);
  spareBytes += buffer.byteLength;
  while (spareBytes > SPARE_BYTES_MAX) {
    const buffer = takeSpare(0);
    wipe(buffer, 0, buffer.byteLength);
  }
}
