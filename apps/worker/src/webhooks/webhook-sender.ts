import { PING } from '@drape/contracts';
import type { ClaimedDelivery, Database } from '@drape/db';
import { guardedRequest, GuardError } from '@drape/media';
import type { DeliveryQueue } from '@drape/queue';
import type { Logger } from '@drape/runtime';
import type { ObjectStore } from '@drape/storage';
import { bodyOf } from './body-of';
import { signMessage } from './sign';

const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take; afterwards another worker may try. */
const LEASE_MS = 30_000;
const DELIVERIES_PER_SWEEP = 200;
/** Relative jitter of delays, so that a receiver that was away does not get everything at once. */
const JITTER = 0.1;
const ERROR_LENGTH_MAX = 200;

export interface WebhookSenderDeps {
  readonly webhooks: Pick<Database['webhooks'], 'listDue' | 'claimDelivery' | 'finishDelivery' | 'failDelivery'>;
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  /** Signs the URLs of pictures. */
  readonly store: Pick<ObjectStore, 'presignGet'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** `host:port` pairs that are allowed whatever their address, and by plain http. */
  readonly fetchAllow: readonly string[];
  /** Delays before each attempt, including the first. */
  readonly delaysMs: readonly number[];
  /** The host by which receivers reach pictures, for stores whose public endpoint follows it. */
  readonly pictureHost: string;
  /** Receives the outcome of every attempt. */
  readonly onAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void;
}

export interface WebhookSender {
  /** Enqueues the due deliveries, of one resource or all, and returns their number. Does not throw where Redis is away. */
  sendDue(resourceId?: string): Promise<number>;
  /** Attempts a delivery, if it is due. Throws: only where the database is away; the sweep retries it. */
  deliver(this: void, deliveryId: string): Promise<void>;
}

export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  return {
    async sendDue(resourceId) {
      try {
        const due = await deps.webhooks.listDue({
          limit: DELIVERIES_PER_SWEEP,
          ...(resourceId === undefined ? {} : { resourceId }),
        });
        for (const delivery of due) await deps.queue.enqueue(delivery);
        return due.length;
      } catch (err) {
        deps.log.warn({ err, resourceId }, 'deliveries could not be enqueued; left to the next sweep');
        return 0;
      }
    },
    deliver: (deliveryId) => deliver(deps, deliveryId),
  };
}

async function deliver(deps: WebhookSenderDeps, deliveryId: string): Promise<void> {
  const { webhooks, queue, log, delaysMs } = deps;
  const claim = await webhooks.claimDelivery(deliveryId, { leaseMs: LEASE_MS });
  if (claim === null) return;
  const { attempt, env } = claim;
  const { status, error } = await post(deps, claim);
  log.info({ deliveryId, attempt, status, error }, 'webhook sent');
  if (status !== null && error === null) {
    await webhooks.finishDelivery(deliveryId, attempt, { status });
    deps.onAttempt?.('delivered');
    return;
  }
  // A ping tests whether the receiver answers now; it is not retried.
  const delayMs = claim.event === PING ? undefined : delaysMs[attempt];
  const retryInMs = delayMs === undefined ? null : delayMs * (1 - JITTER + 2 * JITTER * Math.random());
  const failed = await webhooks.failDelivery(deliveryId, attempt, { status, error: error ?? '', retryInMs });
  if (failed) deps.onAttempt?.(retryInMs === null ? 'failed' : 'retried');
  if (!failed || retryInMs === null) return;
  await queue.enqueue({ id: deliveryId, attempts: attempt, env }, retryInMs).catch((err: unknown) => {
    log.warn({ err, deliveryId }, 'a retry could not be enqueued; left to the sweep');
  });
}

interface Reply {
  readonly status: number | null;
  /** null: delivered. */
  readonly error: string | null;
}

/** Only the status of the response is read; a redirect is a failure. */
async function post({ fetchAllow, store, pictureHost }: WebhookSenderDeps, claim: ClaimedDelivery): Promise<Reply> {
  const { id, secrets } = claim;
  if (secrets.length === 0) return { status: null, error: 'The account has no webhook whose secret could sign.' };
  const body = await bodyOf(claim, { store, pictureHost });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const url = new URL(claim.url);
    const isAllowed = fetchAllow.includes(`${url.hostname}:${url.port === '' ? '80' : url.port}`);
    if (url.protocol !== 'https:' && !isAllowed) throw new GuardError('not https');
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Drape/1 (webhooks)',
      ...signMessage({ id, timestampSec: Math.floor(Date.now() / 1000), body }, secrets),
    };
    const response = await guardedRequest(url, { allow: fetchAllow, signal: timeout, headers, body });
    response.destroy();
    const status = response.statusCode ?? 0;
    return { status, error: status >= 200 && status < 300 ? null : `HTTP status ${status}` };
  } catch (error) {
    return { status: null, error: timeout.aborted ? `No answer within ${TIMEOUT_MS / 1000} s.` : explain(error) };
  }
}

/** The same message for everything that the guard rejects, so that the list of deliveries does not map a private network. */
function explain(error: unknown): string {
  if (error instanceof GuardError) return 'The address is not public.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
  return `The receiver could not be reached (${code}).`.slice(0, ERROR_LENGTH_MAX);
}
