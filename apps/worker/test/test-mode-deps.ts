import { NO_TRACING } from '@drape/telemetry';
import { createProductImages } from '../src/product/product-images';
import type { RenderJobDeps } from '../src/job/render-job';
import type { WorkerHarness } from './worker-harness';

const nothing = (): void => undefined;

/** What a worker's job is composed of, for try-ons of test mode: nothing is rendered, and nobody told. */
export function testModeDeps({ db, store }: Pick<WorkerHarness, 'db' | 'store'>): RenderJobDeps {
  return {
    ...db,
    store,
    notifier: { wake: () => Promise.resolve() },
    webhookSender: { sendDue: () => Promise.resolve(0) },
    pool: { render: () => Promise.reject(new Error('test mode renders nothing')) },
    log: { info: nothing, warn: nothing, error: nothing },
    packages: {
      handleFor: () => ({
        readPackage: () => Promise.resolve(null),
        pack: null,
        recordOrigin: () => Promise.resolve(),
      }),
    },
    metrics: { recordStage: nothing, recordGarment: nothing, recordQueueWait: nothing, recordFenced: nothing },
    tracing: NO_TRACING,
    productImages: createProductImages({ allow: [] }),
    fetchAllow: [],
    engine: null,
    renderDeadlineMs: 30_000,
  };
}
