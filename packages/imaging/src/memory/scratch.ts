import { BYTES_MIN, isArena, returnBuffer, returnPiece, takeBuffer, takePiece, type Memory, type Piece } from './arena';
import { replaceArrays, type Leaving } from './leaving';

/**
 * Memory for planes and rasters that live shortly. A render makes two hundred of them, which nobody needs a moment later; left to the
 * collector they cost more than what is done with them: it counts what buffers hold, and goes through everything after each 64 MB.
 */

/** The pieces of each work under way, the innermost last; null where it makes what lasts. */
const scopes: (Piece[] | null)[] = [];

/** The description of what leaves, where anything does. */
type LeavingOf<T> = [Leaving<T>] extends [never] ? [] : [Leaving<T>];

/**
 * Runs `work`; the planes and rasters that it makes lie in memory that is used again when it ends, but for the arrays of its result that
 * `leaving` describes: these stay until the work around ends, or get memory of their own where there is none around.
 *
 * A result without arrays takes no description; with some, the compiler asks for one of all of them. Functions of a result are described
 * too, since one that reads pixels would read those of later work. What `work` remembers for later is made {@link outsideScratch}.
 * Aliasing: a result whose arrays get memory of their own is a copy. Cost: a copy of what outlives all work.
 */
export function withScratch<T>(work: () => T, ...leaving: NoInfer<LeavingOf<T>>): T {
  const own: Piece[] = [];
  let kept: ReadonlySet<Piece> = new Set();
  scopes.push(own);
  try {
    const result = work();
    const [description] = leaving;
    if (description === undefined) return result;
    const outer = scopes.at(-2);
    const passed = outer ? passOn(own, result, description, outer) : takeOut(own, result, description);
    kept = passed.kept;
    return passed.result;
  } finally {
    scopes.pop();
    for (const piece of own) if (!kept.has(piece)) returnPiece(piece);
  }
}

interface Passed<T> {
  readonly result: T;
  /** The pieces that the result still holds. */
  readonly kept: ReadonlySet<Piece>;
}

/** Makes the pieces that leave the outer work's. */
function passOn<T>(own: readonly Piece[], result: T, description: Leaving<T>, outer: Piece[]): Passed<T> {
  const kept = new Set<Piece>();
  replaceArrays(result, description, (view) => {
    const piece = pieceUnder(view, own);
    if (piece) kept.add(piece);
    return view;
  });
  outer.push(...kept);
  return { result, kept };
}

/** Copies what leaves the arena, arrays of one piece together; buffers of their own go along. */
function takeOut<T>(own: readonly Piece[], result: T, description: Leaving<T>): Passed<T> {
  const kept = new Set<Piece>();
  const copies = new Map<Piece, ArrayBuffer>();
  const replaced = replaceArrays(result, description, (view) => {
    const piece = pieceUnder(view, own);
    if (piece === undefined) return view;
    if (!isArena(piece.buffer)) {
      kept.add(piece);
      return view;
    }
    const copy = copies.get(piece) ?? piece.buffer.slice(piece.at, piece.end);
    copies.set(piece, copy);
    return viewLike(view, copy, view.byteOffset - piece.at);
  });
  return { result: replaced, kept };
}

const pieceUnder = (view: ArrayBufferView, pieces: readonly Piece[]): Piece | undefined =>
  pieces.find(({ buffer, at, end }) => view.buffer === buffer && view.byteOffset >= at && view.byteOffset < end);

/** The same part of other memory. */
function viewLike(view: ArrayBufferView, buffer: ArrayBuffer, at: number): ArrayBufferView {
  const Kind = view.constructor as {
    new (buffer: ArrayBuffer, at: number, length: number): ArrayBufferView;
    readonly BYTES_PER_ELEMENT?: number;
  };
  return new Kind(buffer, at, view.byteLength / (Kind.BYTES_PER_ELEMENT ?? 1));
}

/** Makes what is remembered for longer than the work under way, or kept by those who asked for it. */
export function outsideScratch<T>(make: () => T): T {
  scopes.push(null);
  try {
    return make();
  } finally {
    scopes.pop();
  }
}

/** Memory for a plane or raster: of zeros, or, where all of it is about to be written, of anything. */
export function allocate(bytes: number, isWritten = false): Memory {
  const scope = scopes.at(-1);
  if (scope === undefined || bytes < BYTES_MIN) return { buffer: new ArrayBuffer(bytes), at: 0 };
  const piece = scope === null ? takeBuffer(bytes) : takePiece(bytes);
  if (!isWritten) new Uint8Array(piece.buffer, piece.at, bytes).fill(0);
  scope?.push(piece);
  return piece;
}

/** Memory that holds anything, of no work: for what crosses an await. Whoever is done with it may {@link releaseBuffers}. */
export function acquireBuffer(bytes: number): ArrayBuffer {
  return bytes < BYTES_MIN ? new ArrayBuffer(bytes) : takeBuffer(bytes).buffer;
}

/** Leaves the memory of arrays that nobody reads any more, whatever made them outside of {@link withScratch}. */
export function releaseBuffers(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) returnBuffer(buffer);
}
