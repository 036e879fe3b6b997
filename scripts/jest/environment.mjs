import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's node environment with the typed arrays of the main context: onnxruntime's native code makes its tensors there, and
 * `instanceof Float32Array` would be false for them inside the sandbox.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { Float32Array, Float64Array, Int32Array, BigInt64Array, Uint16Array });
  }
}
