import { env, InferenceSession, Tensor } from 'onnxruntime-node';
import type { Network, NetworkInput, NetworkOutput } from './network';

export type Provider = 'cpu' | 'cuda' | 'webgpu';

/** Whether onnxruntime may fuse and reorder operators. */
export type GraphOptimization = 'all' | 'disabled';

export interface OpenOptions {
  /** Providers in order of preference; each is tried alone. */
  readonly providers: readonly Provider[];
  /** Threads within an operator. */
  readonly threads: number;
  /** Release working memory after each run: for large networks that run rarely. Costs a fifth more time. */
  readonly lean?: boolean;
  /** For networks whose weights may be too large for exact sums of bytes on every processor (convert/byte-pairs.ts): doubles the time. */
  readonly precise?: boolean;
  /** `disabled` only for tests and benches: sums are rounded in another order, as on another processor, and take several times as long. */
  readonly graphOptimization?: GraphOptimization;
  /** Called for each provider that failed, with onnxruntime's own message. */
  readonly onFallback: (provider: Provider, error: Error) => void;
}

/**
 * Opens a network on the first provider that accepts it.
 *
 * Providers are tried one by one, because onnxruntime-node rejects a whole list if one of its entries is not built in. Spinning threads are
 * switched off: on busy cores they make inference three to five times slower. So is the memory pattern: from the second run on it reserves
 * a second block beside the arena, and makes nothing faster here.
 * Throws: if the last provider fails too.
 */
export async function openNetwork(onnx: Uint8Array, options: OpenOptions): Promise<Network> {
  env.logLevel = 'fatal'; // failures are thrown, and reported by the caller
  const failures: string[] = [];
  for (const provider of options.providers) {
    try {
      const session = await InferenceSession.create(onnx, {
        executionProviders: [provider],
        intraOpNumThreads: options.threads,
        interOpNumThreads: 1,
        graphOptimizationLevel: options.graphOptimization ?? 'all',
        enableMemPattern: false,
        enableCpuMemArena: options.lean !== true,
        logSeverityLevel: 4,
        extra: {
          session: {
            intra_op: { allow_spinning: '0' },
            inter_op: { allow_spinning: '0' },
            x64quantprecision: options.precise === true ? '1' : '0',
          },
        },
      });
      return networkOf(session, provider);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      failures.push(`${provider}: ${cause.message}`);
      options.onFallback(provider, cause);
    }
  }
  throw new Error(`no execution provider could open the network (${failures.join('; ')})`);
}

function networkOf(session: InferenceSession, provider: Provider): Network {
  return {
    provider,
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(inputs, outputs) {
      const feeds = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, tensorOf(input)]));
      const results = await session.run(feeds, [...outputs]);
      return Object.fromEntries(outputs.map((name) => [name, floatsOf(name, results[name])]));
    },
    close: () => session.release(),
  };
}

function tensorOf({ data, shape }: NetworkInput): Tensor {
  return new Tensor('float32', data, shape);
}

function floatsOf(name: string, tensor: Tensor): NetworkOutput {
  const { data, dims } = tensor;
  if (!(data instanceof Float32Array)) throw new Error(`output ${name} holds ${tensor.type}, expected float32`);
  return { data, shape: dims };
}
