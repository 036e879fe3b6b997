import type { Database } from '@drape/db';
import type { DeliveryQueue } from '@drape/queue';
import type { Logger } from '@drape/runtime';

export interface DeliveryTrigger {
  /** Lets the workers send what is due about a resource. Never throws and takes no time of its caller's. */
  fire(resourceId: string): void;
}

export interface DeliveryTriggerDeps {
  readonly webhooks: Pick<Database['webhooks'], 'listDue'>;
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** One event has so many receivers at most: twenty webhooks and the try-on's own. */
const LIMIT = 21;

/**
 * Makes the first attempt prompt where it was a gateway that put deliveries on record. They stand in the database, so that one
 * that is lost here is found by the workers' sweep some seconds later.
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
