/** Media type of an object that holds the address of a photo instead of the photo. */
export const ADDRESS_TYPE = 'text/uri-list';

const LENGTH_MAX = 2048;

/**
 * The URL that a photo's object holds where the client sent one; null where it holds the picture itself, which never begins like a URL.
 * The address is stored in place of the picture, so that it is deleted whenever the picture would be; the picture behind it is never stored.
 */
export function photoAddressOf(object: Uint8Array): string | null {
  if (object.length > LENGTH_MAX) return null;
  const text = String.fromCharCode(...object);
  return /^https?:\/\//.test(text) ? text : null;
}
