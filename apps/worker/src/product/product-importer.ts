import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { repeat, type Repeated } from '../lib/repeat';

const POLL_MS = 1_000;
/** Rows per step; this many are repeated where a worker dies in between. */
const ROWS_AT_ONCE = 100;

export interface ProductImporterDeps {
  readonly productImports: Pick<Database['productImports'], 'step'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

export type ProductImporter = Pick<Repeated, 'start' | 'stop'>;

/**
 * Imports rows into the catalogue. The import that has waited longest gets the next step, so that a small one does not wait for a large
 * one. Their rows are the queue: nothing is lost with Redis or a worker. Every worker runs one.
 */
export function createProductImporter({ productImports, log }: ProductImporterDeps): ProductImporter {
  const steps = repeat({
    everyMs: POLL_MS,
    async turn() {
      while (!steps.isStopped) {
        const step = await productImports.step(ROWS_AT_ONCE);
        if (step === null) return;
        if (step.isOver) log.info({ importId: step.importId }, 'products imported');
      }
    },
    onError: (err) => log.warn({ err }, 'an import could not go on'),
  });
  return steps;
}
