import { engineVersion } from '../src/render/engine-version';
import { createReaper, type Reaper } from '../src/upkeep/reaper';
import type { WorkerHarness } from './worker-harness';

/** What every worker runs beside its renders, to be run when the test says so; tells nobody what it did. */
export function createTestReaper({ db, queues, store }: WorkerHarness): Reaper {
  return createReaper({
    ...db,
    queues,
    store,
    notifier: { wake: () => Promise.resolve() },
    engine: engineVersion(),
    webhookSender: { sendDue: () => Promise.resolve(0) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
}
