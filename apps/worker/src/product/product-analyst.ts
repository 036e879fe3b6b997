import { isFailureCode, ServiceError, type FailureCode } from '@drape/contracts';
import type { ClaimedProduct, Database, ProductFailure } from '@drape/db';
import type { Logger } from '@drape/runtime';
import type { GarmentPackages } from '../garment-package/garment-packages';
import { RenderFaulted, RenderRefused, RenderTimedOut } from '../render/child-process';
import { readProductPicture, type ReadProductPictureDeps } from './read-product-picture';
import type { RenderPool } from '../render/render-pool';
import { repeat, type Repeated } from '../lib/repeat';
import { testFindings } from '../job/test-mode';
import type { WorkerMetrics } from '../health/worker-metrics';

const POLL_MS = 1_000;
/** After this time a product that a worker has claimed and not finished can be claimed again. */
const LEASE_MS = 60_000;

export interface ProductAnalystDeps extends ReadProductPictureDeps {
  readonly products: Pick<Database['products'], 'claimPending' | 'describe' | 'fail'>;
  readonly packages: Pick<GarmentPackages, 'handleFor'>;
  readonly metrics: Pick<WorkerMetrics, 'recordGarment'>;
  readonly pool: Pick<RenderPool, 'describe' | 'states'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly renderDeadlineMs: number;
}

export type ProductAnalyst = Pick<Repeated, 'start' | 'stop'>;

/**
 * Describes the products that a shop has registered before anybody tried them on, and those whose first try-on never finished. Their rows
 * are the queue: nothing is lost with Redis. Works only while a render child is idle, so that no shopper waits for it. Every worker runs
 * one; a row is claimed by one worker at a time.
 */
export function createProductAnalyst(deps: ProductAnalystDeps): ProductAnalyst {
  /** Describes one product after the other without a pause, while products are pending and a child is idle. */
  async function describePending(): Promise<void> {
    while (!rounds.isStopped && deps.pool.states.some(({ state }) => state === 'idle')) {
      const product = await deps.products.claimPending({ leaseMs: LEASE_MS });
      if (product === null) return;
      await analyse(deps, product);
    }
  }

  const rounds = repeat({
    everyMs: POLL_MS,
    turn: describePending,
    onError: (err) => deps.log.warn({ err }, 'no product could be described'),
  });
  return rounds;
}

async function analyse(deps: ProductAnalystDeps, product: ClaimedProduct): Promise<void> {
  const { products, pool, log } = deps;
  const { id, owner, category, isLast } = product;
  try {
    if (owner.env === 'test') {
      await products.describe(id, testFindings(category), product);
      return;
    }
    const garment = await readProductPicture(deps, owner.accountId, product);
    const { imageUrl, imageKey } = product;
    const known = deps.packages.handleFor({
      picture: garment,
      category,
      product: { id, imageUrl, imageKey, saidCategory: category },
      noted: null,
    });
    const { findings, garmentFrom } = await pool.describe(
      { kind: 'describe', tryOnId: id, garment, category, pack: known.pack },
      { deadlineMs: deps.renderDeadlineMs, onStage: () => undefined, readPackage: known.readPackage },
    );
    deps.metrics.recordGarment(garmentFrom);
    await products.describe(id, findings, product);
    await known.recordOrigin(garmentFrom);
    log.info({ productId: id }, 'product described');
  } catch (error) {
    const failure = failureOf(error, isLast);
    log.warn({ err: error, productId: id, code: failure?.code ?? null }, 'a product could not be described');
    if (failure !== null) await products.fail(id, failure, product);
  }
}

/** Null: another attempt may succeed. */
function failureOf(error: unknown, isLast: boolean): ProductFailure | null {
  if (error instanceof RenderRefused) return { code: error.code, detail: error.detail, fields: error.fields };
  if (error instanceof ServiceError && isFailureCode(error.code)) return { code: error.code, detail: error.detail };
  const isOurs = isLast || error instanceof RenderFaulted || error instanceof RenderTimedOut;
  return isOurs ? { code: 'render_failed', detail: 'The product image could not be analysed.' } : null;
}

const OF_PRODUCT: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'garment_not_detected',
  'category_mismatch',
  'category_ambiguous',
]);

/** Whether a try-on's failure means that its product's picture is unusable. */
export function isProductFailure(code: FailureCode): boolean {
  return OF_PRODUCT.has(code) || code.startsWith('product_image_');
}
