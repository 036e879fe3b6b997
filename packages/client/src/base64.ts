/** A picture as callers have it: base64, a data URI or an https URL that the service fetches, bytes (also Node's Buffer), a Blob or File. */
export type Photo = string | Uint8Array | Blob;

/** Arguments of one call of `String.fromCharCode`; engines allow some 100,000. */
const CHUNK = 0x8000;

export async function photoToBase64(photo: Photo): Promise<string> {
  if (typeof photo === 'string') return photo;
  return toBase64('arrayBuffer' in photo ? new Uint8Array(await photo.arrayBuffer()) : photo);
}

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(''));
}

/** Throws: DOMException for what is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
