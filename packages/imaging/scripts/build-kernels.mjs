/**
 * Compiles assembly/ into src/memory/kernel-binary.ts, and its exports' types into src/memory/kernel-calls.ts:
 * `node packages/imaging/scripts/build-kernels.mjs`. With --check it writes nothing and fails where a file does not belong to the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { format, resolveConfig } from 'prettier';
import { kernelCalls } from './kernel-calls.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * No collector and no allocator: kernels work on addresses that their caller lays out.
 *
 * 32 MB from the start, which stay untouched until they are used: photos of 2048×2048 take 13. Memory that grows is detached, and from the
 * first detached buffer on V8 looks before every number that any loop reads or writes whether its array was: 1.35 times as long.
 */
const OPTIONS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--use',
  'abort=',
  '--initialMemory',
  '512',
  '--maximumMemory',
  '16384',
  '--bindings',
  'raw',
];

const compiled = new Map();
const { error } = await asc.main(['assembly/index.ts', ...OPTIONS, '--outFile', 'kernels.wasm'], {
  readFile: (name, base) => {
    try {
      return readFileSync(join(base === '.' ? folder : join(folder, base), name), 'utf8');
    } catch {
      return null;
    }
  },
  writeFile: (name, contents) => compiled.set(name, contents),
  listFiles: () => [],
  stderr: process.stderr,
});
if (error) throw error;

const binary = `/** Generated from assembly/ by scripts/build-kernels.mjs: the WebAssembly module of the kernels in base64. */
export const KERNEL_BINARY =
  '${Buffer.from(compiled.get('kernels.wasm')).toString('base64')}';
`;
const GENERATED = {
  'src/memory/kernel-binary.ts': binary,
  'src/memory/kernel-calls.ts': kernelCalls(compiled.get('kernels.d.ts')),
};
for (const [name, text] of Object.entries(GENERATED)) {
  const target = join(folder, name);
  const wanted = await format(text, { ...(await resolveConfig(target)), filepath: target });
  if (!process.argv.includes('--check')) writeFileSync(target, wanted);
  else if (readFileSync(target, 'utf8') !== wanted) {
    throw new Error(`${name} does not belong to assembly/: run node packages/imaging/scripts/build-kernels.mjs`);
  }
}
