import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { AnyRule } from '@drape/tryon';
import type { BenchPair } from '../picture-folder';
import { pairName } from './ablate-pair';
import type { ChildAnswer, PairRequest } from './ablation-child';
import type { ResultFile } from './ablation-results';

export interface Ablation {
  readonly pairs: readonly BenchPair[];
  readonly rules: readonly AnyRule[];
  readonly results: ResultFile;
  /** Processes that measure, one pair at a time each. */
  readonly workers: number;
  readonly log: (line: string) => void;
}

/**
 * Measures what is missing of every rule on every pair, in processes of their own. A pair that cannot be read is named and left out.
 *
 * Throws: Error where a process dies; what was measured until then is kept.
 */
export async function runAblation({ pairs, rules, results, workers, log }: Ablation): Promise<void> {
  const todo = pairs.flatMap((pair): PairRequest[] => {
    const left = rules.map(({ id }) => id).filter((id) => !results.has(pairName(pair), id));
    return left.length === 0 ? [] : [{ pair, rules: left }];
  });
  log(`${pairs.length} pairs, ${rules.length} rules; ${pairs.length - todo.length} pairs are measured already`);
  let done = pairs.length - todo.length;
  const queue = todo.values();
  const drain = async (): Promise<void> => {
    const child = fork(join(__dirname, 'ablation-child.js'));
    try {
      for (const request of queue) {
        const failed = await ask(child, request, results);
        log(`${++done} of ${pairs.length}: ${pairName(request.pair)}${failed === null ? '' : `: ${failed}`}`);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, todo.length) }, drain));
}

/** Sends a pair and keeps its results as they come; resolves with why it failed, or null. */
function ask(child: ChildProcess, request: PairRequest, results: ResultFile): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      child.off('message', take).off('exit', die);
    };
    const take = (message: ChildAnswer): void => {
      if ('result' in message) return results.add(message.result);
      end();
      resolve(message.failed);
    };
    const die = (code: number | null, signal: string | null): void => {
      end();
      reject(new Error(`A measuring process ended (${signal ?? code}) at ${pairName(request.pair)}.`));
    };
    child.on('message', take).on('exit', die);
    child.send(request);
  });
}
