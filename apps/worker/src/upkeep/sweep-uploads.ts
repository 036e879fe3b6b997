import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { uploadKey, type ObjectStore } from '@drape/storage';

/** The gateway deletes what was used at once: what is older was left behind. */
const USED_MS_AGO = 20_000;
const LIMIT = 200;

export interface SweepUploadsDeps {
  readonly uploads: Pick<Database['uploads'], 'listOver' | 'finishOver'>;
  readonly store: Pick<ObjectStore, 'delete'>;
  readonly log: Pick<Logger, 'info'>;
}

/** Removes uploads whose hour is over, and what a gateway that died left of one that was used. Objects first: their rows find them. */
export async function sweepUploads({ uploads, store, log }: SweepUploadsDeps): Promise<void> {
  const ids = await uploads.listOver({ usedMsAgo: USED_MS_AGO, limit: LIMIT });
  if (ids.length === 0) return;
  await store.delete(ids.map(uploadKey));
  await uploads.finishOver(ids);
  log.info({ uploads: ids.length }, 'removed uploads that are over');
}
