import { KERNEL_BINARY } from './kernel-binary';
import { callsOf, type Address, type KernelExports, type Kernels } from './kernel-calls';
import { poison, wipe } from './poison';

export type { Address, Kernels } from './kernel-calls';

interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of the interface that is used: TypeScript's own library does not declare it. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: KernelExports & { readonly memory: KernelMemory };
  };
};

/** Arrays that can be copied. */
type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

const PAGE = 65_536;
/** First address that may be reserved: below it are the module's own constants. */
const FIRST_FREE = 4096;
/** Alignment in bytes, enough for vectors and the widest number. */
const ALIGNMENT = 16;

interface LoadedKernels {
  readonly calls: Kernels;
  readonly memory: KernelMemory;
}

let loaded: LoadedKernels | undefined;
let bytes = new Uint8Array(0);
let free = FIRST_FREE;
/** End of the highest range reserved since the memory was cleared. */
let reached = FIRST_FREE;

/**
 * The kernels in WebAssembly (assembly/, docs/decisions/0004), instantiated on the first call. Each one is documented at its source.
 *
 * Layout: addresses are bytes of the module's memory; see {@link copyIn}. Sides and radii are integers.
 */
export function kernels(): Kernels {
  return module().calls;
}

function module(): LoadedKernels {
  loaded ??= load();
  return loaded;
}

function load(): LoadedKernels {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(KERNEL_BINARY)));
  return { calls: callsOf(exports), memory: exports.memory };
}

/**
 * Frees the whole memory. Every use of the kernels begins with this, copies in, runs, and copies out before another may begin: the memory
 * keeps nothing from one use to the next and stays as small as the largest of them.
 */
export function startKernels(): void {
  free = FIRST_FREE;
  if (loaded !== undefined)
    poison(loaded.memory.buffer, FIRST_FREE, Math.min(reached, loaded.memory.buffer.byteLength));
}

/** Writes zeros over everything that the kernels have left in their memory. */
export function clearKernels(): void {
  if (loaded === undefined) return;
  const { buffer } = loaded.memory;
  wipe(buffer, FIRST_FREE, Math.min(reached, buffer.byteLength));
  reached = FIRST_FREE;
}

/**
 * Reserves `size` uninitialised bytes, with 16 more after them that kernels may touch, and returns their address.
 *
 * Cost: almost none until the memory must grow; that slows the loops of the whole process (scripts/build-kernels.mjs).
 */
export function reserve(size: number): Address {
  const { memory } = module();
  const at = free;
  free = (at + size + 2 * ALIGNMENT - 1) & -ALIGNMENT;
  if (free > reached) reached = free;
  const missing = free - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  if (bytes.buffer !== memory.buffer) bytes = new Uint8Array(memory.buffer);
  return at;
}

/** Copies numbers into the memory and returns their address. */
export function copyIn(data: Numbers): Address {
  const at = reserve(data.byteLength);
  copyTo(at, data);
  return at;
}

/** Copies numbers to an address that was reserved for them. */
export function copyTo(at: Address, data: Numbers): void {
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
}

/** Copies out of the memory as many numbers as `into` has. */
export function copyOut(at: Address, into: Numbers): void {
  new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(bytes.subarray(at, at + into.byteLength));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(text: string): Uint8Array {
  const values = new Map(Array.from(BASE64, (letter, value) => [letter, value]));
  const length = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const out = new Uint8Array((length * 3) >> 2);
  for (let i = 0, o = 0, held = 0; i < length; i++) {
    held = ((held << 6) | (values.get(text[i]) ?? 0)) & 0xffffff;
    if (i % 4 > 0) out[o++] = held >> (6 - 2 * (i % 4));
  }
  return out;
}
