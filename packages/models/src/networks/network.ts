/** A loaded network: tensors in by name, float tensors out by name. */
export interface Network {
  /** Execution provider that runs it. */
  readonly provider: string;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /**
   * Runs the network once. Blocks the JavaScript thread while it computes.
   *
   * @param inputs values and shape of each input
   * @param outputs names of the wanted outputs; others may not be computed
   */
  run(
    inputs: Readonly<Record<string, NetworkInput>>,
    outputs: readonly string[],
  ): Promise<Record<string, NetworkOutput>>;
  close(): Promise<void>;
}

export interface NetworkInput {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

export interface NetworkOutput {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
