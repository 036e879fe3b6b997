import { ServiceError } from '@drape/contracts';
import { fetchProductImage, type KnownPicture } from '@drape/media';
import { createLruCache } from '../lib/lru-cache';

/** About a hundred product pictures. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Only a strong tag promises the same bytes (RFC 9110 §8.8.1). */
const STRONG_ETAG = /^"[\x21\x23-\x7e]*"$/;

export interface ProductImagesOptions {
  readonly allow: readonly string[];
  /** Receives the outcome of every fetch: `ok`, or the error's code. */
  readonly onFetch?: (code: string) => void;
}

export interface ProductImages {
  /**
   * The current picture: the shop is asked every time, but sends it again only where it has changed. Throws: what {@link fetchProductImage}
   * throws.
   */
  fetch(accountId: string, url: string): Promise<Uint8Array>;
}

export function createProductImages({ allow, onFetch }: ProductImagesOptions): ProductImages {
  const kept = createLruCache<KnownPicture>({ bytesMax: KEPT_BYTES, now: () => performance.now() });
  return {
    async fetch(accountId, url) {
      const key = `${accountId}\n${url}`;
      const known = kept.get(key);
      const fetching = fetchProductImage(url, { allow, ...(known && { known }) });
      fetching.then(
        () => onFetch?.('ok'),
        (error: unknown) => onFetch?.(error instanceof ServiceError ? error.code : 'internal_error'),
      );
      const { bytes, etag, finalUrl } = await fetching;
      if (etag !== null && STRONG_ETAG.test(etag)) kept.set(key, { bytes, etag, finalUrl });
      return bytes;
    },
  };
}
