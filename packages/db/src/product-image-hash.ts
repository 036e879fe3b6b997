import { createHash } from 'node:crypto';

/** What a product's picture is known by: an index entry is limited to about 2,700 bytes, and a URL is not. */
export function imageHashOf(imageUrl: string): string {
  return createHash('sha256').update(imageUrl).digest('hex');
}
