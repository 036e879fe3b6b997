import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { uploadKey, type ObjectStore } from '@drape/storage';

/** The gateway deletes used uploads at once: an older one was left behind. */
const USED_MS_AGO = 20_000;
const UPLOADS_PER_SWEEP = 200;

export interface SweepUploadsDeps {
  readonly uploads: Pick<Database['uploads'], 'listOver' | 'finishOver'>;
  readonly store: Pick<ObjectStore, 'delete'>;
  readonly log: Pick<Logger, 'info'>;
}

/** Deletes expired uploads, and what a dead gateway has left of used ones. Objects first, because only their rows name them. */
export async function sweepUploads({ uploads, store, log }: SweepUploadsDeps): Promise<void> {
  const ids = await uploads.listOver({ usedMsAgo: USED_MS_AGO, limit: UPLOADS_PER_SWEEP });
  if (ids.length === 0) return;
  await store.delete(ids.map(uploadKey));
  await uploads.finishOver(ids);
  log.info({ uploads: ids.length }, 'removed uploads that are over');
}
