import { constants, getPriority, setPriority } from 'node:os';
import { RULES } from '@drape/tryon';
import type { Models } from '@drape/models';
import { openModels } from '../../cli/open-models';
import type { BenchPair } from '../picture-folder';
import { ablatePair } from './ablate-pair';
import type { RuleOnPair } from './ablation-results';

/** A process of its own that measures pairs as its parent sends them, one after the other. */

export interface PairRequest {
  readonly pair: BenchPair;
  readonly rules: readonly string[];
}

/** `failed`: a sentence why the pair could not be measured. */
export type ChildAnswer = { readonly result: RuleOnPair } | { readonly done: true; readonly failed: string | null };

const answer = (message: ChildAnswer): void => void process.send?.(message);

let models: Promise<Models> | null = null;

async function measure({ pair, rules }: PairRequest): Promise<void> {
  const isFirst = models === null;
  models ??= openModels();
  const left = RULES.filter(({ id }) => rules.includes(id));
  // the first renders of a process are slow, for the engine has not compiled them yet: the first pair is measured twice
  if (isFirst) await ablatePair(pair, left, await models, () => undefined);
  await ablatePair(pair, left, await models, (result) => answer({ result }));
}

// Measurements wait for everybody else on the machine.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
process.on('message', (request: PairRequest) => {
  measure(request).then(
    () => answer({ done: true, failed: null }),
    (error: unknown) => answer({ done: true, failed: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
