import type { ProductCategory } from '@drape/contracts';
import type { Database, PackagedProduct } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { garmentPackageKey, type ObjectStore } from '@drape/storage';
import type { GarmentOrigin, PackTicket } from '../render/child-protocol';
import { sha256 } from '../lib/sha256';

export interface GarmentPackagesDeps {
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly products: Pick<Database['products'], 'recordPackage'>;
  /** Version of the engine that analyses garments: packages of other engines are not read. */
  readonly engine: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** A slower store costs more than an analysis. */
const READ_MS = 500;

/** A product whose analysed garment is needed. */
export interface WantedGarment {
  readonly picture: Uint8Array;
  /** The category by the try-on or the shop; null: nobody named it. */
  readonly category: ProductCategory | null;
  readonly product: PackagedProduct;
  /** Key of the package that the catalogue has recorded for it. */
  readonly noted: string | null;
}

/** How one render or description gets its garment. */
export interface GarmentHandle {
  /** null where there is no readable package. Never throws. */
  readonly readPackage: () => Promise<Uint8Array | null>;
  /** null: no package is to be made. */
  readonly pack: PackTicket | null;
  /** Called when the work is done: records a package that an earlier product with this picture has left. Never throws. */
  readonly recordOrigin: (from: GarmentOrigin) => Promise<void>;
}

export interface GarmentPackages {
  handleFor(wanted: WantedGarment): GarmentHandle;
  /** Stores a package and records it. Never throws: a lost package means another analysis. */
  keep(ticket: PackTicket, bytes: Uint8Array): Promise<void>;
}

/** Throws: Error where the work takes longer; its late result is ignored. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const GARMENT_PACKAGE_TYPE = 'application/vnd.drape.garment-package';

/**
 * Analysed garments of the catalogue in the store: each product picture is analysed once per engine, by the first worker that needs it, for
 * every account that has the picture. Pictures that came only with a try-on are not kept.
 */
export function createGarmentPackages({ store, products, engine, log }: GarmentPackagesDeps): GarmentPackages {
  async function recordPackage(product: PackagedProduct, key: string): Promise<void> {
    await products.recordPackage(product, key).catch((err: unknown) => {
      log.warn({ err, productId: product.id }, 'a garment package could not be put on record');
    });
  }
  return {
    handleFor({ picture, category, product, noted }) {
      const key = garmentPackageKey({ engine, sha256: sha256(picture), category });
      // a category from a shopper's try-on does not enter the catalogue
      const isKept = category === product.saidCategory;
      const isOnRecord = noted === key;
      let wasRead = false;
      return {
        readPackage: async () => {
          const bytes = await withinMs(READ_MS, store.get(key)).catch((err: unknown) => {
            log.warn({ err, key }, 'a garment package could not be read');
            return null;
          });
          wasRead = bytes !== null;
          return bytes;
        },
        pack: isKept ? { key, product, isOnRecord } : null,
        recordOrigin: async (from) => {
          if (wasRead && from === 'analysis') log.warn({ key }, 'a garment package was damaged and is made anew');
          if (isKept && !isOnRecord && from === 'package') await recordPackage(product, key);
        },
      };
    },
    async keep({ key, product }, bytes) {
      try {
        await store.put(key, bytes, { contentType: GARMENT_PACKAGE_TYPE, cacheControl: 'private, immutable' });
      } catch (err) {
        log.warn({ err, key }, 'a garment package could not be stored');
        return;
      }
      await recordPackage(product, key);
    },
  };
}
