import type { ObjectStore } from './object-store';

/** Validity of a signed URL of a result. */
const PICTURE_URL_SECONDS = 86_400;

export interface SignedPicture {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface PictureToSign {
  readonly key: string;
  /** When its retention is over; null: never. */
  readonly expiresAt: Date | null;
}

/** A URL of a result for clients that come by `host`, valid for 24 hours but never beyond the retention. null: that is over. */
export async function signPicture(
  store: Pick<ObjectStore, 'presignGet'>,
  picture: PictureToSign,
  { host, nowMs }: { readonly host: string | null; readonly nowMs: number },
): Promise<SignedPicture | null> {
  const leftSec = picture.expiresAt === null ? Infinity : Math.floor((picture.expiresAt.getTime() - nowMs) / 1000);
  const expiresInSec = Math.min(PICTURE_URL_SECONDS, leftSec);
  if (expiresInSec <= 0) return null;
  const url = await store.presignGet(picture.key, { expiresInSec, host });
  return { url, expiresAt: new Date(nowMs + expiresInSec * 1000) };
}
