import { readArtifact } from './artifact-file';
import type { Manifest, ModelEntry } from './manifest-schema';
import { openNetwork, type Provider } from './networks/open-network';

/**
 * A picture-like input that needs no file: three sine waves of different lengths, values between 0 and 1.
 *
 * Layout: float32 [1, 3, height, width].
 */
export function rampInput(height: number, width: number): Float32Array {
  const data = new Float32Array(3 * height * width);
  for (let c = 0; c < 3; c++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        data[(c * height + y) * width + x] = 0.5 + 0.5 * Math.sin((x * (c + 1)) / 17 + (y * (3 - c)) / 23);
      }
    }
  }
  return data;
}

/** An input of zeros for one picture. */
function zeros(shape: readonly (number | string)[]): { data: Float32Array; shape: number[] } {
  const sizes = shape.map((size) => (typeof size === 'number' ? size : 1));
  return { data: new Float32Array(sizes.reduce((product, size) => product * size, 1)), shape: sizes };
}

/** Runs a model on the ramp; returns the first `count` values of `output`. */
export async function runOnRamp(onnx: Uint8Array, model: ModelEntry, provider: Provider): Promise<Float32Array> {
  const network = await openNetwork(onnx, { providers: [provider], threads: 1, onFallback: () => {} });
  try {
    const [, , h, w] = model.inputs[0].shape;
    const [height, width] = [typeof h === 'number' ? h : 320, typeof w === 'number' ? w : 192];
    const [picture, ...others] = model.inputs;
    const inputs = {
      [picture.name]: { data: rampInput(height, width), shape: [1, 3, height, width] },
      ...Object.fromEntries(others.map(({ name, shape }) => [name, zeros(shape)])),
    };
    const { output } = model.selfTest;
    const result = await network.run(inputs, [output]);
    return result[output].data;
  } finally {
    await network.close();
  }
}

/**
 * Compares each model's output for the ramp with the manifest's.
 *
 * Throws: at the first model whose output differs by more than its tolerance.
 */
export async function selfTest(
  manifest: Manifest,
  artifactsDir: string,
  provider: Provider,
  onProgress: (line: string) => void,
): Promise<void> {
  for (const model of manifest.models) {
    const actual = await runOnRamp(readArtifact(artifactsDir, model), model, provider);
    const { values, tolerance, output } = model.selfTest;
    const worst = Math.max(...values.map((value, i) => Math.abs(value - actual[i])));
    if (!(worst <= tolerance)) {
      throw new Error(`model ${model.id} fails its self-test on ${provider}: ${output} is off by ${worst}`);
    }
    onProgress(`${model.id} answers as it should on ${provider} (off by ${worst.toExponential(1)})`);
  }
}
