import { poison, wipe } from './poison';

/**
 * Memory that is used again: one arena, and buffers of their own for what finds no room there or lives longer.
 */

/** A run of bytes: of the arena, or of a buffer of its own. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Where in the buffer it begins. */
  readonly at: number;
}

/** Memory that somebody has taken, until {@link returnPiece}. */
export interface Piece extends Memory {
  readonly end: number;
}

/** Smaller ones are cheap, and kept for nobody. */
export const BYTES_MIN = 32 << 10;
/**
 * What all works under way share: a render of 1024×1536 pixels takes 20 to 28 MB at a time, an unknown garment up to 40. What finds no room
 * gets a buffer of its own. Pages that were never reached take no memory.
 */
const ARENA_BYTES = 32 << 20;
/** Planes that follow each other begin at whole lines of the processor's cache. */
const GRAIN = 64;

let arena: ArrayBuffer | null = null;
/** What of the arena is free, by address; no two touch. */
let gaps: { from: number; to: number }[] = [];
/** The highest address that was taken since the arena was made or wiped. */
let reached = 0;

/** Buffers that were released, the latest last: for what lasts, or crosses an await. */
const spare: ArrayBuffer[] = [];
let spareBytes = 0;
/** The most that is kept: a person's planes, a result, what of a garment it shows, and the tensors of the networks. */
const SPARE_BYTES_MAX = 24 << 20;
/** A buffer may be so many times as large as what it is taken for, and is made in whole steps: garments differ in size. */
const SLACK = 2;
const STEP_BYTES = 256 << 10;

/** Whether a buffer is the arena. */
export const isArena = (buffer: ArrayBufferLike): boolean => buffer === arena;

/** The lowest gap of the arena that is wide enough, or else a buffer; it holds anything. */
export function takePiece(bytes: number): Piece {
  return pieceOfArena(bytes) ?? takeBuffer(bytes);
}

function pieceOfArena(bytes: number): Piece | undefined {
  if (arena === null) {
    arena = new ArrayBuffer(ARENA_BYTES);
    gaps = [{ from: 0, to: ARENA_BYTES }];
    reached = 0;
  }
  const size = Math.ceil(bytes / GRAIN) * GRAIN;
  const n = gaps.findIndex(({ from, to }) => to - from >= size);
  if (n < 0) return undefined;
  const gap = gaps[n];
  const piece = { buffer: arena, at: gap.from, end: gap.from + size };
  gap.from = piece.end;
  if (gap.from === gap.to) gaps.splice(n, 1);
  reached = Math.max(reached, piece.end);
  return piece;
}

/** A buffer that was released, or a new one; it holds anything. */
export function takeBuffer(bytes: number): Piece {
  const buffer = spareFor(bytes) ?? new ArrayBuffer(roundedUp(bytes));
  return { buffer, at: 0, end: buffer.byteLength };
}

/** Leaves a piece to whoever takes one next. */
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

/** Leaves a buffer that is not the arena's, whatever made it; of no effect on small ones, and on those that were left already. */
export function returnBuffer(buffer: ArrayBufferLike): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer !== arena && buffer.byteLength >= BYTES_MIN;
  if (!isOwn || spare.includes(buffer)) return;
  poison(buffer, 0, buffer.byteLength);
  keepSpare(buffer);
}

/** Writes zeros over all that nobody holds; it stays at hand. */
export function wipeArena(): void {
  for (const buffer of spare) wipe(buffer, 0, buffer.byteLength);
  if (arena === null) return;
  for (const { from, to } of gaps) wipe(arena, from, Math.min(to, reached));
  const isAllFree = gaps.length === 1 && gaps[0].from === 0 && gaps[0].to === ARENA_BYTES;
  if (isAllFree) reached = 0;
}

/** {@link wipeArena}, and gives the memory back to the system where nobody holds any of it. */
export function dropArena(): void {
  wipeArena();
  spare.length = 0;
  spareBytes = 0;
  if (reached === 0) arena = null;
}

/** Whole steps, of small ones a power of two. */
function roundedUp(bytes: number): number {
  return bytes < STEP_BYTES ? 2 ** Math.ceil(Math.log2(bytes)) : Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
}

/** The spare buffer that was left last among those that fit. */
function spareFor(bytes: number): ArrayBuffer | undefined {
  let at = spare.length - 1;
  while (at >= 0 && (spare[at].byteLength < bytes || spare[at].byteLength > SLACK * bytes)) at--;
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
