/** The shopper's photo, until the try-on has ended. */
export function photoKey(tryOnId: string): string {
  return `photos/${tryOnId}`;
}

/** The picture that one attempt made. The row names the attempt that counts; see docs/decisions/0001. */
export function resultKey(tryOnId: string, attempt: number, extension: 'jpg' | 'png' | 'webp'): string {
  return `${resultPrefix(tryOnId)}${attempt}.${extension}`;
}

/** What all attempts of a try-on have in common; ends in a slash. */
export function resultPrefix(tryOnId: string): string {
  return `results/${tryOnId}/`;
}

const RESULT_KEY = /^results\/([^/]+)\/[^/]+$/;

/** The try-on of a result's key; null for any other key. */
export function tryOnOfResult(key: string): string | null {
  return RESULT_KEY.exec(key)?.[1] ?? null;
}
