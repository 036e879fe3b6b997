import { BYTES_MIN, isArena, returnBuffer, returnPiece, takeBuffer, takePiece, type Memory, type Piece } from './arena';
import { replaceArrays, type Kept } from './kept';
import { poison } from './poison';

/**
 * Memory for planes and rasters that live shortly. A render makes two hundred of them, which nobody needs a moment later; left to the
 * collector they cost more than what is done with them: it counts what buffers hold, and goes through everything after each 64 MB.
 *
 * The steps under way are known to the module, not passed along: some hundred functions make planes, and none of them decides how long these
 * live. Only who runs a step does, and says so there.
 */

/** The memory of each step under way, the innermost last; null inside {@link outsideScratch}. */
const steps: (Piece[] | null)[] = [];

/** The second argument of {@link withScratch}: none where the result holds no array. A promise settles after its step: it cannot be returned. */
export type KeptOf<T> = [Kept<T>] extends [never] ? [] : [IsPromise<T> extends true ? never : Kept<T>];

type IsPromise<T> = [Extract<T, PromiseLike<unknown>>] extends [never] ? false : true;

/**
 * Runs a step. The planes and rasters that it makes may be read until it ends; then later steps get their memory.
 *
 * A step may keep what it returns, and has to say what of that holds pixels: `PLANE` for a plane or raster, `ARRAY` for a typed array, a
 * {@link Kept} for an object or a list of them. These arrays stay until the step around this one ends, or for good where there is none.
 * Nothing else may outlive a step: no plane in a variable outside, none that a returned function reads. What is remembered for later, such
 * as a cache, is made {@link outsideScratch}. Who breaks this is found by a render with `poisonFreeMemory`.
 *
 * `withScratch(() => frontMask(scene), PLANE)`, `withScratch(() => meanColour(scene))`
 *
 * Aliasing: in a step within another one the result is what `work` returned; else its arrays, and the objects that hold them, are copies.
 * Throws: TypeError where a class's instance would be copied. Cost: the copies.
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
  /** The pieces that the result still holds. */
  readonly held: ReadonlySet<Piece>;
}

/** Gives what is kept to the step around. */
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

/** Copies what is kept out of the arena, arrays of one piece together; buffers of their own go along. */
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

/** The same part of other memory. */
function viewLike(view: ArrayBufferView, buffer: ArrayBuffer, at: number): ArrayBufferView {
  const Kind = view.constructor as {
    new (buffer: ArrayBuffer, at: number, length: number): ArrayBufferView;
    readonly BYTES_PER_ELEMENT?: number;
  };
  return new Kind(buffer, at, view.byteLength / (Kind.BYTES_PER_ELEMENT ?? 1));
}

/** Makes what outlives the steps under way: what is remembered for later, or large and kept by whoever asked for it. */
export function outsideScratch<T>(make: () => T): T {
  steps.push(null);
  try {
    return make();
  } finally {
    steps.pop();
  }
}

/** Memory for a plane or raster: of zeros, or, where all of it is about to be written, of anything. */
export function allocate(bytes: number, isWritten = false): Memory {
  const step = steps.at(-1);
  if (step === undefined || bytes < BYTES_MIN) return { buffer: new ArrayBuffer(bytes), at: 0 };
  const piece = step === null ? takeBuffer(bytes) : takePiece(bytes);
  if (isWritten) poison(piece.buffer, piece.at, piece.at + bytes);
  else new Uint8Array(piece.buffer, piece.at, bytes).fill(0);
  step?.push(piece);
  return piece;
}

/** Memory that holds anything, of no step: for what crosses an await. Whoever is done with it may {@link releaseBuffers}. */
export function acquireBuffer(bytes: number): ArrayBuffer {
  if (bytes < BYTES_MIN) return new ArrayBuffer(bytes);
  const { buffer, end } = takeBuffer(bytes);
  poison(buffer, 0, end);
  return buffer;
}

/** Leaves the memory of arrays that nobody reads any more, whatever made them outside of {@link withScratch}. */
export function releaseBuffers(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) returnBuffer(buffer);
}
