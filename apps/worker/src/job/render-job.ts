import type { JobPayload } from '@drape/contracts';
import { isDatabaseUnavailable, type ClaimedTryOn } from '@drape/db';
import type { Notifier, ProcessOutcome } from '@drape/queue';
import { runAttempt, type AttemptDeps } from './attempt';
import { cleanUp } from './clean-up';
import { LEASE_MS } from './lease';
import { logEnding, type Ending } from './log-ending';
import { retry } from '../lib/retry';
import type { WebhookSender } from '../webhooks/webhook-sender';
import type { WorkerMetrics } from '../health/worker-metrics';

export interface RenderJobDeps extends AttemptDeps {
  readonly notifier: Pick<Notifier, 'wake'>;
  readonly webhookSender: Pick<WebhookSender, 'sendDue'>;
  readonly metrics: Pick<WorkerMetrics, 'recordQueueWait' | 'recordFenced' | 'recordStage' | 'recordGarment'>;
}

const DONE: ProcessOutcome = { kind: 'done' };
/** Added to another worker's remaining lease before the next check. */
const RECHECK_MS = 50;
const CLAIM_FOR_MS = 5_000;

/**
 * Processes a job: claim the row, attempt it until it has ended or belongs to another worker, wake the gateway, clean up. A render whose
 * child died is retried at once.
 *
 * Throws: what the queue should retry later (database or store away). The row is never lost: the reaper knows it.
 */
export async function renderJob(deps: RenderJobDeps, { tryOnId }: JobPayload): Promise<ProcessOutcome> {
  const { tryOns, notifier, log } = deps;
  for (;;) {
    const claim = await retry(() => tryOns.claim(tryOnId, { leaseMs: LEASE_MS }), {
      isTransient: isDatabaseUnavailable,
      forMs: CLAIM_FOR_MS,
    });
    if (!claim) return leaveAlone(deps, tryOnId);
    recordQueueWait(deps, claim);
    const since = performance.now();
    const outcome = await runAttempt(deps, claim);
    if (outcome.kind === 'crashed') continue;
    const { kind, code } = outcome;
    logEnding(log, { ...logFieldsOf(claim), outcome: kind, code, attemptMs: Math.round(performance.now() - since) });
    if (kind === 'fenced') {
      deps.metrics.recordFenced();
      return DONE;
    }
    const { gatewayId, owner, photoKey, productImageKey, look, batchId, retentionSeconds } = claim.row;
    await notifier.wake(gatewayId, tryOnId);
    await deps.webhookSender.sendDue(tryOnId);
    const keepKey = retentionSeconds === 0 ? null : outcome.resultKey;
    const isLook = look !== null;
    await cleanUp(deps, { id: tryOnId, owner, photoKey, productImageKey, isLook, batchId, keepKey });
    return DONE;
  }
}

/** Once per try-on: later claims waited for a worker to die. */
function recordQueueWait({ metrics }: RenderJobDeps, { row, attempt }: ClaimedTryOn): void {
  const { owner, createdAt, startedAt } = row;
  if (attempt > 1 || owner.env === 'test' || startedAt === null) return;
  metrics.recordQueueWait((startedAt.getTime() - createdAt.getTime()) / 1000);
}

/** A try-on's fields in the log. */
function logFieldsOf({ row, attempt }: ClaimedTryOn): Omit<Ending, 'outcome' | 'code' | 'attemptMs'> {
  const { id: tryOnId, requestId, owner, createdAt, startedAt } = row;
  const queueMs = startedAt && startedAt.getTime() - createdAt.getTime();
  return { tryOnId, requestId, env: owner.env, attempt, queueMs };
}

/** A row that cannot be claimed has ended, will be ended by the reaper, or is held by another worker: then the job waits for its lease. */
async function leaveAlone({ tryOns, log }: RenderJobDeps, tryOnId: string): Promise<ProcessOutcome> {
  const refusal = await tryOns.explainRefusal(tryOnId);
  log.info({ tryOnId, reason: refusal.reason }, 'try-on left alone');
  return refusal.reason === 'held' ? { kind: 'later', delayMs: refusal.remainingMs + RECHECK_MS } : DONE;
}
