import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import {
  GARMENT_PACKAGES_PREFIX,
  GARMENTS_PREFIX,
  garmentPackagesOf,
  photoKey,
  PRODUCT_PICTURES_PREFIX,
  tryOnOfGarment,
  tryOnOfResult,
  uploadKey,
  UPLOADS_PREFIX,
  type ObjectStore,
} from '@drape/storage';

const PHOTOS = photoKey('');
const RESULTS = 'results/';
const BATCH = 500;

export interface OrphanDeps {
  readonly tryOns: Pick<Database['tryOns'], 'listUnknown' | 'listUnneeded'>;
  readonly products: Pick<Database['products'], 'listUnneededPackages' | 'listUnneededPictures'>;
  readonly uploads: Pick<Database['uploads'], 'listUnknown'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * A round that deletes photos without a row: a gateway died between storing the photo and inserting the row, or the last unfinished try-on
 * of a batch was erased. Photos live for seconds, so listing them all is cheap.
 */
export function createOrphanPhotoRound({ tryOns, store, log }: OrphanDeps): () => Promise<void> {
  return createRound(store, {
    prefix: PHOTOS,
    findUnneeded: async (keys) => {
      const ids = keys.map((key) => key.slice(PHOTOS.length));
      return (await tryOns.listUnknown(ids)).map(photoKey);
    },
    onRemoved: (photos) => log.info({ photos }, 'removed photos that no try-on knows'),
  });
}

/** The same for product pictures that came with try-ons. */
export function createOrphanGarmentRound({ tryOns, store, log }: OrphanDeps): () => Promise<void> {
  return createRound(store, {
    prefix: GARMENTS_PREFIX,
    findUnneeded: async (keys) => {
      const unknown = new Set(await tryOns.listUnknown([...new Set(keys.map(tryOnOfGarment))]));
      return keys.filter((key) => unknown.has(tryOnOfGarment(key)));
    },
    onRemoved: (pictures) => log.info({ pictures }, 'removed product pictures that no try-on knows'),
  });
}

/**
 * A round that deletes catalogue pictures without a product: it was deleted or got another picture while a try-on needed the old one, or a
 * gateway died before recording the picture or after removing it. Cost: lists every stored product picture.
 */
export function createOrphanProductPictureRound({ products, store, log }: OrphanDeps): () => Promise<void> {
  return createRound(store, {
    prefix: PRODUCT_PICTURES_PREFIX,
    findUnneeded: (keys) => products.listUnneededPictures(keys),
    onRemoved: (pictures) => log.info({ pictures }, 'removed product pictures that no product has'),
  });
}

/**
 * A round that deletes garment packages that no product names, and those of other engines, which this one does not read. While workers of
 * two engines run side by side, each deletes the other's, at the cost of further analyses. Cost: lists every package.
 */
export function createOrphanPackageRound({ products, store, log }: OrphanDeps, engine: string): () => Promise<void> {
  const own = garmentPackagesOf(engine);
  return createRound(store, {
    prefix: GARMENT_PACKAGES_PREFIX,
    findUnneeded: async (keys) => {
      const unnamed = await products.listUnneededPackages(keys.filter((key) => key.startsWith(own)));
      return [...keys.filter((key) => !key.startsWith(own)), ...unnamed];
    },
    onRemoved: (packages) => log.info({ packages }, 'removed garment packages that no product needs'),
  });
}

/** A round that deletes uploads without a row: objects put to a URL that outlived its session. */
export function createOrphanUploadRound({ uploads, store, log }: OrphanDeps): () => Promise<void> {
  return createRound(store, {
    prefix: UPLOADS_PREFIX,
    findUnneeded: async (keys) => {
      const ids = keys.map((key) => key.slice(UPLOADS_PREFIX.length));
      return (await uploads.listUnknown(ids)).map(uploadKey);
    },
    onRemoved: (pictures) => log.info({ pictures }, 'removed uploads that nobody knows'),
  });
}

/**
 * A round that deletes results that no row needs: an erasure was interrupted after the row was gone, or a worker died between storing a
 * result and learning that its row had ended otherwise. Cost: lists every stored result.
 */
export function createOrphanResultRound({ tryOns, store, log }: OrphanDeps): () => Promise<void> {
  return createRound(store, {
    prefix: RESULTS,
    findUnneeded: async (keys) => {
      const results = keys.flatMap((key) => {
        const tryOnId = tryOnOfResult(key);
        return tryOnId === null ? [] : [{ tryOnId, key }];
      });
      return (await tryOns.listUnneeded(results)).map(({ key }) => key);
    },
    onRemoved: (results) => log.info({ results }, 'removed results that no try-on needs'),
  });
}

interface Orphans {
  readonly prefix: string;
  /** The keys without a row among those given. */
  readonly findUnneeded: (keys: readonly string[]) => Promise<readonly string[]>;
  readonly onRemoved: (count: number) => void;
}

/** An object is deleted after two consecutive rounds found it unneeded: then it does not belong to a request being accepted. */
function createRound(store: OrphanDeps['store'], { prefix, findUnneeded, onRemoved }: Orphans): () => Promise<void> {
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const keys = await store.list(prefix);
    const unneeded: string[] = [];
    for (let i = 0; i < keys.length; i += BATCH) unneeded.push(...(await findUnneeded(keys.slice(i, i + BATCH))));
    const orphans = unneeded.filter((key) => suspects.has(key));
    suspects = new Set(unneeded);
    if (orphans.length === 0) return;
    await store.delete(orphans);
    onRemoved(orphans.length);
  };
}
