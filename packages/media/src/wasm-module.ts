/** A compiled module; the threads of a process share its code. */
export interface WasmModule {
  readonly compiled?: never;
}

export interface WasmInstance {
  readonly exports: object;
}

/** Declared only in the types for browsers, not in Node's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

export function compileWasm(bytes: Uint8Array): WasmModule {
  return new WebAssembly.Module(bytes);
}

export function instantiateWasm(module: WasmModule, imports: object): WasmInstance {
  return new WebAssembly.Instance(module, imports);
}
