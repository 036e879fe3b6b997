import type { PhotoFindings } from '@drape/contracts';
import { createNotifier, createPhotoCheckWorker } from '@drape/queue';
import { checkedPhotoKey, checkFindingsKey } from '@drape/storage';
import type { TestServices } from './harness';

/** What a worker might find: no legs. */
export const WITHOUT_LEGS: PhotoFindings = {
  status: 'checked',
  problems: [
    {
      ...{ code: 'body_not_visible', message: 'The legs are not visible.', needed: ['legs'] },
      productCategories: ['dress', 'pants', 'skirt'],
    },
  ],
  warnings: [
    { code: 'side_view', message: 'The person is turned to the side.', about: 'photo' },
    {
      code: 'garment_cut_off',
      message: 'The photo ends at the hips.',
      about: 'photo',
      productCategories: ['jacket'],
    },
  ],
  photo: { width: 600, height: 800 },
};

export interface CheckWorker {
  /** The photos that it was shown; null where nobody waited any more. */
  readonly seen: (Uint8Array | null)[];
  readonly close: () => Promise<void>;
}

/** Does what a worker does with the photos of checks, but finds the same in each. `wakes: false` loses its messages. */
export function startCheckWorker(
  { store, env }: Pick<TestServices, 'store' | 'env'>,
  { findings = WITHOUT_LEGS, wakes = true }: { readonly findings?: PhotoFindings; readonly wakes?: boolean } = {},
): CheckWorker {
  const seen: (Uint8Array | null)[] = [];
  const connection = { redisUrl: env['REDIS_URL'] ?? '', prefix: env['DRAPE_QUEUE_PREFIX'] ?? '' };
  const notifier = createNotifier(connection);
  const worker = createPhotoCheckWorker({
    ...{ ...connection, concurrency: 1, log: { warn() {}, error() {} } },
    async process({ checkId, gatewayId }) {
      const photo = await store.get(checkedPhotoKey(checkId));
      seen.push(photo);
      if (photo === null) return;
      const bytes = Buffer.from(JSON.stringify(findings));
      await store.put(checkFindingsKey(checkId), bytes, { contentType: 'application/json' });
      if (wakes) await notifier.wake(gatewayId, checkId);
    },
  });
  worker.start();
  return {
    seen,
    async close() {
      await worker.close();
      notifier.close();
    },
  };
}
