/**
 * Memory for planes and rasters that live shortly. A render makes two hundred of them, which nobody needs a moment later; left to the
 * collector they cost more than what is done with them: it counts what buffers hold, and goes through everything after each 64 MB.
 */

/** A run of bytes: of the arena, or of a buffer of its own. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Where in the buffer it begins. */
  readonly at: number;
}

interface Piece extends Memory {
  readonly end: number;
}

/** Smaller ones are cheap, and kept for nobody. */
const LEAST_BYTES = 32 << 10;
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
/** The highest address that was ever taken. */
let reached = 0;
/** The pieces of each work under way, the innermost last; null where it makes what lasts. */
const scopes: (Piece[] | null)[] = [];

/** Buffers that were given back, the latest last: for what lasts, or crosses an await. */
const spare: ArrayBuffer[] = [];
let spareBytes = 0;
/** The most that is kept: a person's planes, a result, what of a garment it shows, and the tensors of the networks. */
const SPARE_BYTES = 24 << 20;
/** A buffer may be so many times as large as what it is taken for, and is made in whole steps: garments differ in size. */
const SLACK = 2;
const STEP_BYTES = 256 << 10;

/**
 * Runs `work`; the planes and rasters that it makes lie in memory that is used again when it ends.
 *
 * What the result holds stays, whether in objects, arrays or maps: until the work around ends, or in memory of its own, to which the result
 * is then pointed. A function does not tell what it holds, so results hold none that reads pixels, and what `work` remembers for later is
 * {@link lasting}. Cost: a look at each object of the result; a copy of what outlives all work and is not lasting.
 */
export function withScratch<T>(work: () => T): T {
  const own: Piece[] = [];
  let kept: ReadonlySet<Piece> = new Set();
  scopes.push(own);
  try {
    const held = { result: work() };
    kept = keptOf(own, held);
    const outer = scopes.at(-2);
    if (outer) outer.push(...kept);
    else kept = withoutArena(kept, held);
    return held.result;
  } finally {
    scopes.pop();
    for (const piece of own) if (!kept.has(piece)) leave(piece);
  }
}

/** Makes what is remembered for longer than the work under way, or kept by those who asked for it. */
export function lasting<T>(make: () => T): T {
  scopes.push(null);
  try {
    return make();
  } finally {
    scopes.pop();
  }
}

/** Forgets all that is kept, and writes zeros over it first: it holds pixels of the photos seen last. */
export function clearScratch(): void {
  for (const buffer of spare.splice(0)) new Uint8Array(buffer).fill(0);
  spareBytes = 0;
  if (arena === null) return;
  const bytes = new Uint8Array(arena);
  for (const { from, to } of gaps) bytes.fill(0, from, Math.max(from, Math.min(to, reached)));
  if (scopes.length === 0) arena = null;
}

/** Memory for a plane or raster: of zeros, or, where all of it is about to be written, of anything. */
export function memoryOf(bytes: number, isWritten = false): Memory {
  const scope = scopes.at(-1);
  if (scope === undefined || bytes < LEAST_BYTES) return { buffer: new ArrayBuffer(bytes), at: 0 };
  const piece = (scope && pieceOfArena(bytes)) ?? ownPiece(bytes);
  if (!isWritten) new Uint8Array(piece.buffer, piece.at, bytes).fill(0);
  scope?.push(piece);
  return piece;
}

/** Memory that holds anything, of no work: for what crosses an await. Whoever is done with it may {@link giveBack}. */
export function lend(bytes: number): ArrayBuffer {
  return bytes < LEAST_BYTES ? new ArrayBuffer(bytes) : ownPiece(bytes).buffer;
}

/** Leaves the memory of arrays that nobody reads any more, whatever made them outside of {@link withScratch}. */
export function giveBack(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) {
    const isOwn = buffer instanceof ArrayBuffer && buffer !== arena && buffer.byteLength >= LEAST_BYTES;
    if (isOwn && !spare.includes(buffer)) keepSpare(buffer);
  }
}

/** The lowest gap of the arena that is wide enough. */
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

/** A buffer that was given back, or a new one. */
function ownPiece(bytes: number): Piece {
  const buffer = spareFor(bytes) ?? new ArrayBuffer(roundedUp(bytes));
  return { buffer, at: 0, end: buffer.byteLength };
}

function leave({ buffer, at, end }: Piece): void {
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
  while (spareBytes > SPARE_BYTES) takeSpare(0);
}

/** The pieces that arrays reachable from a value look at. */
function keptOf(pieces: readonly Piece[], value: unknown): ReadonlySet<Piece> {
  const kept = new Set<Piece>();
  if (pieces.length === 0) return kept;
  eachArray(value, (view) => {
    const piece = pieceUnder(view, pieces);
    if (piece) kept.add(piece);
    return view;
  });
  return kept;
}

const pieceUnder = (view: ArrayBufferView, pieces: Iterable<Piece>): Piece | undefined => {
  for (const piece of pieces) {
    if (view.buffer === piece.buffer && view.byteOffset >= piece.at && view.byteOffset < piece.end) return piece;
  }
  return undefined;
};

/** Gives what a value holds of the arena memory of its own, shared by the same arrays; returns the pieces that the value holds still. */
function withoutArena(pieces: ReadonlySet<Piece>, value: unknown): ReadonlySet<Piece> {
  const copies = new Map<Piece, ArrayBuffer>();
  for (const piece of pieces) {
    if (piece.buffer === arena) copies.set(piece, piece.buffer.slice(piece.at, piece.end));
  }
  if (copies.size === 0) return pieces;
  eachArray(value, (view) => {
    const piece = pieceUnder(view, copies.keys());
    const copy = piece && copies.get(piece);
    return piece && copy ? viewLike(view, copy, view.byteOffset - piece.at) : view;
  });
  return new Set([...pieces].filter((piece) => !copies.has(piece)));
}

/** The same part of other memory. */
function viewLike(view: ArrayBufferView, buffer: ArrayBuffer, at: number): ArrayBufferView {
  const Kind = view.constructor as {
    new (buffer: ArrayBuffer, at: number, length: number): ArrayBufferView;
    readonly BYTES_PER_ELEMENT?: number;
  };
  return new Kind(buffer, at, view.byteLength / (Kind.BYTES_PER_ELEMENT ?? 1));
}

/** Calls for each array that a value holds, and puts what comes back in its place. */
function eachArray(value: unknown, replace: (view: ArrayBufferView) => ArrayBufferView): void {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  const look = (item: unknown, put: (view: ArrayBufferView) => void): void => {
    if (!ArrayBuffer.isView(item)) {
      if (typeof item === 'object' && item !== null) open.push(item);
      return;
    }
    const view = replace(item);
    if (view !== item) put(view);
  };
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    if (item instanceof Map) {
      const map: Map<unknown, unknown> = item;
      for (const [key, member] of map) {
        look(key, () => undefined);
        look(member, (view) => map.set(key, view));
      }
    } else if (item instanceof Set) {
      const set: Set<unknown> = item;
      for (const member of [...set]) look(member, (view) => void (set.delete(member), set.add(view)));
    } else if (Array.isArray(item)) {
      const list: unknown[] = item;
      for (let n = 0; n < list.length; n++) look(list[n], (view) => (list[n] = view));
    } else {
      const members = item as Record<string, unknown>;
      for (const name of Object.keys(members)) look(members[name], (view) => (members[name] = view));
    }
  }
}
