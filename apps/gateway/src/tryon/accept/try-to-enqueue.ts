import { setTimeout } from 'node:timers/promises';
import type { JobPayload, KeyEnv } from '@drape/contracts';
import type { EnqueueOptions } from '@drape/queue';
import type { CreateTryOnDeps } from './create-deps';

/** Together with the limiter's timeout, the answer still comes within 2 s while Redis hangs. */
const ENQUEUE_MS = 1000;

/**
 * False where the queue did not take the job in time. Harmless: the row exists, the reaper enqueues it, and the client gets its id. Gives
 * up early, so that a hanging Redis does not delay the answer; the job may still arrive.
 */
export async function tryToEnqueue(
  deps: Pick<CreateTryOnDeps, 'queues' | 'log'>,
  env: KeyEnv,
  payload: JobPayload,
  options: EnqueueOptions,
): Promise<boolean> {
  const { requestId, tryOnId } = payload;
  const added = deps.queues[env].enqueue(payload, options).then(
    () => true,
    (err: unknown) => {
      deps.log.error({ err, requestId, tryOnId }, 'could not enqueue; left to the reaper');
      return false;
    },
  );
  return Promise.race([added, setTimeout(ENQUEUE_MS, false, { ref: false })]);
}
