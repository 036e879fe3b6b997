import { createHash } from 'node:crypto';
import type { CataloguePicture } from './records';

/** Identifies a product's picture: hash of its URL, or of its bytes. An index entry is limited to about 2,700 bytes, a URL is not. */
export function imageHashOf(picture: CataloguePicture): string {
  const name = 'url' in picture ? picture.url : `sha256:${picture.sha256}`;
  return createHash('sha256').update(name).digest('hex');
}
