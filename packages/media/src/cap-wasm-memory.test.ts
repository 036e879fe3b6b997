import { describe, expect, it } from '@jest/globals';
import { capWasmMemory } from './cap-wasm-memory';
import { compileWasm, instantiateWasm } from './wasm-module';

const PAGE_BYTES = 65_536;
const PREAMBLE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A type section, which must be skipped, and an export of the memory as "m". */
const TYPES = [1, 4, 1, 0x60, 0, 0];
const EXPORTS = [7, 5, 1, 1, 0x6d, 2, 0];

const moduleOf = (...memory: number[]): Uint8Array => Uint8Array.from([...PREAMBLE, ...TYPES, ...memory, ...EXPORTS]);

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

function memoryOf(wasm: Uint8Array): Memory {
  const { m } = instantiateWasm(compileWasm(wasm), {}).exports as { m: Memory };
  return m;
}

describe('capWasmMemory', () => {
  it.each([
    ['no limit', [5, 3, 1, 0, 1]],
    ['a higher limit', [5, 5, 1, 1, 1, 0x80, 0x10]],
    ['a lower one', [5, 4, 1, 1, 1, 2]],
  ])('lets a memory of %s grow up to the cap and not beyond', (_name, section) => {
    const memory = memoryOf(capWasmMemory(moduleOf(...section), 300 * PAGE_BYTES + 5));
    memory.grow(299);
    expect(memory.buffer.byteLength).toBe(300 * PAGE_BYTES);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('refuses modules that need more from the start, or bring no memory', () => {
    expect(() => capWasmMemory(moduleOf(5, 3, 1, 0, 9), 8 * PAGE_BYTES)).toThrow(/cannot be capped/);
    expect(() => capWasmMemory(Uint8Array.from([...PREAMBLE, ...TYPES]), PAGE_BYTES)).toThrow(/no memory/);
  });
});
