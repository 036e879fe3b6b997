import type { Database } from '@drape/db';
import type { TryOnQueues } from '@drape/queue';
import type { Logger } from '@drape/runtime';
import type { ObjectStore } from '@drape/storage';
import type { Intake } from '../../intake/intake';
import type { QueueDepthGuard } from '../../intake/queue-depth-guard';
import type { PerOwnerLimit } from '../../intake/per-owner-limit';
import type { ShopperLimits } from '../request/shopper-limits';
import type { WaitDeps } from '../answer/wait-for-tryon';

/** Dependencies of creating try-ons, single ones or a batch. */
export interface CreateTryOnDeps extends WaitDeps {
  readonly db: Pick<Database, 'tryOns' | 'batches' | 'sessions' | 'products' | 'uploads' | 'webhooks'>;
  readonly store: ObjectStore;
  readonly queues: TryOnQueues;
  readonly shopperLimits: ShopperLimits;
  readonly queueDepth: QueueDepthGuard;
  /** Covers everything from the first query for a try-on to its job in the queue. */
  readonly intake: Intake;
  /** Limits concurrent inserts per owner. */
  readonly perOwner: PerOwnerLimit;
  readonly gatewayId: string;
  readonly waitMs: number;
  readonly fetchAllow: readonly string[];
  readonly log: Logger;
}
