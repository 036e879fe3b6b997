import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { capWasmMemory } from './cap-wasm-memory';
import type { HeifAnswer, HeifTask } from './heif-task';
import { compileWasm, type WasmModule } from './wasm-module';

/**
 * Most memory of a decoder in bytes: 40 megapixels of HEIC need 290 MB, 12.5 of AVIF 170 MB. A hostile file that asks for more gets none.
 */
const MEMORY_BYTES_MAX = 384 * 1024 * 1024;
/** Most JavaScript heap in megabytes: what surrounds the decoder needs some 10 MB; pixels are not counted here. */
const HEAP_MEGABYTES_MAX = 64;
/** The compiled worker, beside this file in the build; tests that run the sources use the same one. */
const WORKER_FILE = join(__dirname, '../dist/heif-worker.js');
const WASM_FILES = {
  heic: 'libheif-js/libheif-wasm/libheif.wasm',
  avif: '@jsquash/avif/codec/dec/avif_dec.wasm',
} as const;

/**
 * Most seconds that decoding may take: 40 megapixels of HEIC take 6 s on an idle core, and three times as long on a busy one. Bounds what a
 * hostile file costs.
 */
const TIMEOUT_SECONDS = 20;

export interface HeifLimits {
  readonly maxPixels: number;
  readonly maxSide: number;
}

/** Decoding the file takes longer than allowed. */
export class HeifTimeout extends Error {
  override readonly name = 'HeifTimeout';
  constructor(readonly seconds: number) {
    super(`not decoded within ${seconds} s`);
  }
}

export interface HeifPicture extends Pick<HeifTask, 'format' | 'file' | 'orientation'> {
  readonly limits: HeifLimits;
  /** Tests use less. */
  readonly timeoutSeconds?: number;
}

/**
 * Decodes a HEIC or AVIF file to RGB(A), upright; a picture more than twice as long as `limits.maxSide` is returned reduced.
 *
 * Runs in a separate thread that ends with the call or at the time limit, with decoders in WebAssembly whose memory is capped: a hostile
 * file can corrupt, fill or block nothing else. `file` has passed {@link inspectHeif} and its limits.
 * Cost: .15 s of processor time per megapixel for HEIC, .24 s for AVIF, and .1 s for the thread; 8 MB and 25 MB per megapixel.
 * Throws: Error with the decoder's reason.
 */
export async function decodeHeif(picture: HeifPicture): Promise<HeifAnswer> {
  const { format, file, orientation, timeoutSeconds = TIMEOUT_SECONDS } = picture;
  const { maxPixels, maxSide } = picture.limits;
  // A copy, because a view would bring the whole buffer around it along.
  const own = Uint8Array.from(file);
  const task: HeifTask = { format, file: own, module: decoderOf(format), maxPixels, maxSide, orientation };
  const worker = new Worker(WORKER_FILE, {
    workerData: task,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<HeifAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(new HeifTimeout(timeoutSeconds)), timeoutSeconds * 1000);
      worker.once('message', (message: HeifAnswer | { readonly reason: string }) => {
        if ('reason' in message) reject(new Error(message.reason));
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the decoding thread ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const decoders = new Map<HeifTask['format'], WasmModule>();

/** Compiled once: threads share the code, including what the engine optimises while it runs. */
function decoderOf(format: HeifTask['format']): WasmModule {
  const known = decoders.get(format);
  if (known !== undefined) return known;
  const wasm = readFileSync(require.resolve(WASM_FILES[format]));
  const module = compileWasm(capWasmMemory(wasm, MEMORY_BYTES_MAX));
  decoders.set(format, module);
  return module;
}
