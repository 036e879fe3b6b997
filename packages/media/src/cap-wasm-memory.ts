const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
/** Bytes of magic number and version before the first section. */
const PREAMBLE_BYTES = 8;

/**
 * The same WebAssembly module with memory limited to `maxBytes`: growing it further fails, as on a machine that has no more.
 *
 * For modules that define their own single memory. Aliasing: new memory. Throws: Error for a module without such a memory, or one that
 * needs more from the start.
 * Source: WebAssembly core specification §5.5.8 (memory section), §5.2.2 (LEB128).
 */
export function capWasmMemory(wasm: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const pagesMax = Math.floor(maxBytes / PAGE_BYTES);
  let at = PREAMBLE_BYTES;
  while (at < wasm.length) {
    const size = readLeb(wasm, at + 1);
    const end = size.next + size.value;
    if (wasm[at] !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    const count = readLeb(wasm, size.next);
    const least = readLeb(wasm, count.next + 1);
    if (count.value !== 1 || least.value > pagesMax)
      throw new Error(`the memory cannot be capped at ${maxBytes} bytes`);
    // Flag 1: the memory has a maximum.
    const body = [1, 1, ...writeLeb(least.value), ...writeLeb(pagesMax)];
    const section = [MEMORY_SECTION, ...writeLeb(body.length), ...body];
    return join(wasm.subarray(0, at), Uint8Array.from(section), wasm.subarray(end));
  }
  throw new Error('the module has no memory of its own');
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function readLeb(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[at + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  throw new Error('a number of the module is too long');
}

function writeLeb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeLeb(value >>> 7)];
}
