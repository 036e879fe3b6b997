import { BYTES_MIN, isArena, returnBuffer, returnPiece, takeBuffer, takePiece, type Memory, type Piece } from './arena';
import { replaceArrays, type Kept } from './kept';
import { poison } from './poison';

/**
 * Memory for short-lived planes and rasters. A render makes two hundred of them, each needed only for a moment. Left to the garbage
 * collector they cost more than the work done with them: it counts the bytes of buffers, and runs a full collection after each 64 MB.
 *
 * The module itself knows the steps under way; they are not passed along. Some hundred functions make planes, and none of them decides how
 * long these live. Only the code that runs a step does, and says so there.
 */

/** The memory of each step under way, the innermost last; null inside {@link outsideScratch}. */
const steps: (Piece[] | null)[] = [];

/**
 * The second argument of {@link withScratch}: none if the result contains no array. A promise settles after its step, so it cannot be
 * returned.
 */
export type KeptOf<T> = [Kept<T>] extends [never] ? [] : [IsPromise<T> extends true ? never : Kept<T>];

type IsPromise<T> = [Extract<T, PromiseLike<unknown>>] extends [never] ? false : true;

/**
 * Runs a step. The planes and rasters that it makes may be read until it ends; then later steps reuse their memory.
 *
 * A step may keep what it returns, and has to say which parts contain pixels: `PLANE` for a plane or raster, `ARRAY` for a typed array, a
 * {@link Kept} for an object or a list of them. These arrays stay until the surrounding step ends, or for good if there is none. Nothing
 * else may outlive a step: no plane in an outer variable, none read by a returned function. What is kept for later, such as a cache, is
 * made {@link outsideScratch}. A render with `poisonFreeMemory` finds violations.
 *
 * `withScratch(() => frontMask(scene), PLANE)`, `withScratch(() => meanColour(scene))`
 *
 * Aliasing: within another step the result is what `work` returned; otherwise its arrays, and the objects that contain them, are copies.
 * Throws: TypeError if a class instance would be copied. Cost: the copies.
 */
export function withScratch<T>(work: () => T, ...kept: NoInfer<KeptOf<T>>): T {
  const own: Piece[] = [];
  let held: ReadonlySet<Piece> = new Set();
  steps.push(own);
  try {
    const result = work();
    const [description] = kept as [Kept<T>?];
    if (description === undefined) return result;
    const outer = steps.at(-2);
    const passed = outer ? passOn(own, result, description, outer) : takeOut(own, result, description);
    held = passed.held;
    return passed.result;
  } finally {
    steps.pop();
    for (const piece of own) if (!held.has(piece)) returnPiece(piece);
  }
}

interface Passed<T> {
  readonly result: T;
  /** The pieces that the result still uses. */
  readonly held: ReadonlySet<Piece>;
}

/** Passes kept memory on to the surrounding step. */
function passOn<T>(own: readonly Piece[], result: T, kept: Kept<T>, outer: Piece[]): Passed<T> {
  const held = new Set<Piece>();
  replaceArrays(result, kept, (view) => {
    const piece = pieceUnder(view, own);
    if (piece) held.add(piece);
    return view;
  });
  outer.push(...held);
  return { result, held };
}

/** Copies kept arrays out of the arena, arrays of one piece together; separate buffers are taken over as they are. */
function takeOut<T>(own: readonly Piece[], result: T, kept: Kept<T>): Passed<T> {
  const held = new Set<Piece>();
  const copies = new Map<Piece, ArrayBuffer>();
  const replaced = replaceArrays(result, kept, (view) => {
    const piece = pieceUnder(view, own);
    if (piece === undefined) return view;
    if (!isArena(piece.buffer)) {
      held.add(piece);
      return view;
    }
    const copy = copies.get(piece) ?? piece.buffer.slice(piece.at, piece.end);
    copies.set(piece, copy);
    return viewLike(view, copy, view.byteOffset - piece.at);
  });
  return { result: replaced, held };
}

const pieceUnder = (view: ArrayBufferView, pieces: readonly Piece[]): Piece | undefined =>
  pieces.find(({ buffer, at, end }) => view.buffer === buffer && view.byteOffset >= at && view.byteOffset < end);

/** The same view over other memory. */
function viewLike(view: ArrayBufferView, buffer: ArrayBuffer, at: number): ArrayBufferView {
  const Kind = view.constructor as {
    new (buffer: ArrayBuffer, at: number, length: number): ArrayBufferView;
    readonly BYTES_PER_ELEMENT?: number;
  };
  return new Kind(buffer, at, view.byteLength / (Kind.BYTES_PER_ELEMENT ?? 1));
}

/** Makes data that outlives the steps under way: what is kept for later, or large and kept by the caller. */
export function outsideScratch<T>(make: () => T): T {
  steps.push(null);
  try {
    return make();
  } finally {
    steps.pop();
  }
}

/** Memory for a plane or raster: zeroed, or uninitialised if the caller is about to write all of it. */
export function allocate(bytes: number, isWritten = false): Memory {
  const step = steps.at(-1);
  if (step === undefined || bytes < BYTES_MIN) return { buffer: new ArrayBuffer(bytes), at: 0 };
  const piece = step === null ? takeBuffer(bytes) : takePiece(bytes);
  if (isWritten) poison(piece.buffer, piece.at, piece.at + bytes);
  else new Uint8Array(piece.buffer, piece.at, bytes).fill(0);
  step?.push(piece);
  return piece;
}

/** Uninitialised memory that belongs to no step: for data that crosses an await. Whoever is done with it may {@link releaseBuffers}. */
export function acquireBuffer(bytes: number): ArrayBuffer {
  if (bytes < BYTES_MIN) return new ArrayBuffer(bytes);
  const { buffer, end } = takeBuffer(bytes);
  poison(buffer, 0, end);
  return buffer;
}

/** Releases the memory of arrays that nobody reads any more, whoever made them outside {@link withScratch}. */
export function releaseBuffers(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) returnBuffer(buffer);
}
