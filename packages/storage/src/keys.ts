/** The shopper's photo, or the URL where it lies, until the try-on has ended; of a batch, until its last try-on has. */
export function photoKey(tryOnOrBatchId: string): string {
  return `photos/${tryOnOrBatchId}`;
}

/** All pictures of products that came with try-ons. */
export const GARMENTS_PREFIX = 'garments/';

/** How many products a look may hold. */
const LOOK_PRODUCTS_MAX = 3;

/** The product picture that came with a try-on, until that has ended; `place` is the product's index in a look. */
export function garmentKey(tryOnId: string, place = 0): string {
  return `${GARMENTS_PREFIX}${tryOnId}${place === 0 ? '' : `-${place + 1}`}`;
}

/** All keys under which product pictures may have come with a try-on. */
export function garmentKeysOf(tryOnId: string): string[] {
  return Array.from({ length: LOOK_PRODUCTS_MAX }, (_, place) => garmentKey(tryOnId, place));
}

/** The try-on of a key below {@link GARMENTS_PREFIX}. */
export function tryOnOfGarment(key: string): string {
  return key.slice(GARMENTS_PREFIX.length).replace(/-\d$/, '');
}

/** All pictures that the catalogue keeps. */
export const PRODUCT_PICTURES_PREFIX = 'products/';

/** A product's picture in the catalogue, as long as the product has it. */
export function productPictureKey(pictureId: string): string {
  return `${PRODUCT_PICTURES_PREFIX}${pictureId}`;
}

/** All garment packages. */
export const GARMENT_PACKAGES_PREFIX = 'packages/';

/** Identifies an analysed garment: the engine, the picture's bytes, and the named category. */
export interface GarmentPackageName {
  readonly engine: string;
  /** SHA-256 of the picture, hex. */
  readonly sha256: string;
  /** null: nobody named it. */
  readonly category: string | null;
}

/** The analysed garment of a product picture, for all accounts that have the picture; see docs/decisions/0008. */
export function garmentPackageKey({ engine, sha256, category }: GarmentPackageName): string {
  return `${garmentPackagesOf(engine)}${sha256}-${category ?? 'auto'}`;
}

/** Prefix of an engine's packages. Some stores' tools read a plus sign in a key as a space. */
export function garmentPackagesOf(engine: string): string {
  return `${GARMENT_PACKAGES_PREFIX}${engine.replaceAll('+', '.')}/`;
}

/** The picture that one attempt made. The row names the attempt that counts; see docs/decisions/0001. */
export function resultKey(tryOnId: string, attempt: number, extension: 'jpg' | 'png' | 'webp'): string {
  return `${resultPrefix(tryOnId)}${attempt}.${extension}`;
}

/** Prefix of all attempts' results of a try-on; ends in a slash. */
export function resultPrefix(tryOnId: string): string {
  return `${RESULTS_PREFIX}${tryOnId}/`;
}

/** All results. */
export const RESULTS_PREFIX = 'results/';

const RESULT_KEY = /^results\/([^/]+)\/[^/]+$/;

/** The try-on of a result's key; null for any other key. */
export function tryOnOfResult(key: string): string | null {
  return RESULT_KEY.exec(key)?.[1] ?? null;
}

/** Objects of photo checks, each kept for a minute at most. */
export const CHECKS_PREFIX = 'checks/';

/** The photo of a check, or its URL, while the check runs. */
export function checkedPhotoKey(checkId: string): string {
  return `${CHECKS_PREFIX}${checkId}/photo`;
}

/** The worker's findings, until the gateway has read them. */
export function checkFindingsKey(checkId: string): string {
  return `${CHECKS_PREFIX}${checkId}/findings`;
}

const CHECK_KEY = /^checks\/([^/]+)\/[^/]+$/;

/** The check of a key; null for any other key. */
export function checkOfKey(key: string): string | null {
  return CHECK_KEY.exec(key)?.[1] ?? null;
}

/** Objects that clients put into the store themselves, each kept for an hour at most. */
export const UPLOADS_PREFIX = 'uploads/';

export function uploadKey(uploadId: string): string {
  return `${UPLOADS_PREFIX}${uploadId}`;
}
