import type { Database } from '@drape/db';
import type { DeliveryQueue } from '@drape/queue';
import type { Logger } from '@drape/runtime';

export interface DeliveryTrigger {
  /** Enqueues the due deliveries about a resource in the background. Never throws, and does not delay the caller. */
  fire(resourceId: string): void;
}

export interface DeliveryTriggerDeps {
  readonly webhooks: Pick<Database['webhooks'], 'listDue'>;
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Most receivers of one event: twenty webhooks and the try-on's own. */
const LIMIT = 21;

/**
 * Makes the first attempt prompt where a gateway recorded the deliveries. They are in the database, so the workers' sweep finds any that is
 * lost here some seconds later.
 */
export function createDeliveryTrigger({ webhooks, queue, log }: DeliveryTriggerDeps): DeliveryTrigger {
  const send = async (resourceId: string): Promise<void> => {
    for (const delivery of await webhooks.listDue({ limit: LIMIT, resourceId })) await queue.enqueue(delivery);
  };
  return {
    fire(resourceId) {
      send(resourceId).catch((err: unknown) => {
        log.warn({ err, resourceId }, 'deliveries could not be enqueued; left to the workers');
      });
    },
  };
}
