import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the Embind module of tfjs-tflite offers, as far as it is used here. */
interface TensorInfo {
  readonly name: string;
  /** "1,256,256,3" */
  readonly shape: string;
  data(): Float32Array;
}
interface Vector<T> {
  size(): number;
  get(index: number): T;
}
interface Runner {
  GetInputs(): Vector<TensorInfo>;
  GetOutputs(): Vector<TensorInfo>;
  Infer(): boolean;
  delete(): void;
}
interface InterpreterModule {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  readonly TFLiteWebModelRunner: {
    CreateFromBufferAndOptions(
      pointer: number,
      bytes: number,
      options: { numThreads: number; enableProfiling: boolean; maxProfilingBufferEntries: number },
    ): { ok(): boolean; errorMessage(): string; value(): Runner };
  };
}

let interpreter: Promise<InterpreterModule> | undefined;

/**
 * Google's own TFLite interpreter (WebAssembly, XNNPACK), driven directly without TensorFlow.js.
 *
 * Returns the outputs by name, in TFLite's layout.
 */
export async function runTflite(
  model: Uint8Array,
  inputs: readonly Float32Array[],
): Promise<Map<string, Float32Array>> {
  interpreter ??= loadInterpreter();
  const module = await interpreter;
  const pointer = module._malloc(model.length);
  module.HEAPU8.set(model, pointer);
  const options = { numThreads: 1, enableProfiling: false, maxProfilingBufferEntries: 1 };
  const created = module.TFLiteWebModelRunner.CreateFromBufferAndOptions(pointer, model.length, options);
  if (!created.ok()) throw new Error(created.errorMessage());
  const runner = created.value();
  try {
    inputs.forEach((values, i) => runner.GetInputs().get(i).data().set(values));
    if (!runner.Infer()) throw new Error('the interpreter could not run the model');
    const outputs = runner.GetOutputs();
    const all = Array.from({ length: outputs.size() }, (_, i) => outputs.get(i));
    return new Map(all.map((tensor) => [tensor.name, Float32Array.from(tensor.data())]));
  } finally {
    runner.delete();
    module._free(pointer);
  }
}

function loadInterpreter(): Promise<InterpreterModule> {
  const load = createRequire(__filename);
  const folder = join(dirname(load.resolve('@tensorflow/tfjs-tflite/package.json')), 'wasm');
  const factory: (options: object) => Promise<InterpreterModule> = load(join(folder, 'tflite_web_api_cc_simd.js'));
  const wasmBinary = readFileSync(join(folder, 'tflite_web_api_cc_simd.wasm'));
  return factory({ wasmBinary, print: () => {}, printErr: () => {} });
}
