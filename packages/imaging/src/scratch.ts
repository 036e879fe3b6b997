/**
 * Memory for planes and rasters that live shortly. A render makes a hundred of them, which nobody needs a moment later; left to the
 * collector they cost more than what is done with them.
 */

/** What work that has ended has left, the latest last. */
const spare: ArrayBuffer[] = [];
let spareBytes = 0;
/** The buffers of each work under way, the innermost last; null where it makes what lasts. */
const scopes: (ArrayBuffer[] | null)[] = [];

/** Smaller ones are cheap, and kept for nobody. */
const LEAST_BYTES = 32 << 10;
/** The most that is kept. 48 MB would halve V8's full collections, but peaks grow by about as much as is kept. */
const SPARE_BYTES = 24 << 20;
/** A buffer may be so many times as large as what it is taken for, and is made in whole steps: the parts of photos that change differ in size. */
const SLACK = 2;
const STEP_BYTES = 256 << 10;

/**
 * Runs `work`; the planes and rasters that it makes take the memory of those that earlier work has left, and leave it when it ends.
 *
 * What the result holds stays, whether in objects, arrays or maps; a function does not tell what it holds, so results hold none that
 * reads pixels, and what `work` remembers for later is {@link lasting}. Cost: a look at each object of the result.
 */
export function withScratch<T>(work: () => T): T {
  const own: ArrayBuffer[] = [];
  scopes.push(own);
  try {
    const result = work();
    const kept = buffersIn(result);
    const outer = scopes.at(-2);
    for (const buffer of own) {
      if (!kept.has(buffer)) leave(buffer);
      else outer?.push(buffer);
    }
    return result;
  } finally {
    scopes.pop();
  }
}

/** Makes what is remembered for longer than the work under way. */
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
}

/** Memory for a plane or raster: of zeros, or, where all of it is about to be written, of anything. */
export function memoryOf(bytes: number, isWritten = false): ArrayBuffer {
  const scope = scopes.at(-1);
  if (scope === undefined || scope === null || bytes < LEAST_BYTES) return new ArrayBuffer(bytes);
  const buffer = spareFor(bytes);
  if (buffer !== undefined && !isWritten) new Uint8Array(buffer, 0, bytes).fill(0);
  const own = buffer ?? new ArrayBuffer(roundedUp(bytes));
  scope.push(own);
  return own;
}

/** Memory that holds anything, of no work: for what crosses an await. Whoever is done with it may {@link giveBack}. */
export function lend(bytes: number): ArrayBuffer {
  if (bytes < LEAST_BYTES) return new ArrayBuffer(bytes);
  return spareFor(bytes) ?? new ArrayBuffer(roundedUp(bytes));
}

/** Leaves the memory of arrays that nobody reads any more, whatever made them. */
export function giveBack(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength >= LEAST_BYTES && !spare.includes(buffer)) leave(buffer);
  }
}

/** Whole steps, of small ones a power of two. */
function roundedUp(bytes: number): number {
  return bytes < STEP_BYTES ? 2 ** Math.ceil(Math.log2(bytes)) : Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
}

/** The spare buffer that was left last among those that fit. */
function spareFor(bytes: number): ArrayBuffer | undefined {
  let at = spare.length - 1;
  while (at >= 0 && (spare[at].byteLength < bytes || spare[at].byteLength > SLACK * bytes)) at--;
  return at < 0 ? undefined : taken(at);
}

function taken(at: number): ArrayBuffer {
  const [buffer] = spare.splice(at, 1);
  spareBytes -= buffer.byteLength;
  return buffer;
}

function leave(buffer: ArrayBuffer): void {
  spare.push(buffer);
  spareBytes += buffer.byteLength;
  while (spareBytes > SPARE_BYTES) taken(0);
}

/** All memory that arrays reachable from a value look at. */
function buffersIn(value: unknown): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    if (ArrayBuffer.isView(item)) seen.add(item.buffer);
    else if (item instanceof Map) open.push(...item.keys(), ...item.values());
    else if (Array.isArray(item) || item instanceof Set) open.push(...(item as Iterable<unknown>));
    else open.push(...Object.values(item));
  }
  return seen;
}
