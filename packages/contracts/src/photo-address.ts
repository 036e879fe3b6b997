/** Media type of an object that holds the address of a photo instead of the photo. */
export const ADDRESS_TYPE = 'text/uri-list';

const LENGTH_MAX = 2048;

/**
 * The URL that a photo's object holds where the client sent one; null where it holds the picture itself, which never begins like a URL.
 * The address lies where the picture would, so that it goes whenever the picture would; what it leads to is never stored.
 */
export function photoAddressOf(object: Uint8Array): string | null {
  if (object.length > LENGTH_MAX) return null;
  const text = String.fromCharCode(...object);
  return /^https?:\/\//.test(text) ? text : null;
}
