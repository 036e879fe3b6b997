import { createHash } from 'node:crypto';
import type { ProductFindings } from '@drape/db';
import type { DecodedImage } from '@drape/media';
import { describeGarment, type Garment } from '@drape/tryon';

/** Raise it when the description of products changes. */
export const ANALYZER_VERSION = 'analyzer-1';

/** What a product's picture says, as it is kept with the product. Cost: some 30 ms. */
export function describeProduct(
  garment: Garment,
  { raster, original }: DecodedImage,
  bytes: Uint8Array,
): ProductFindings {
  const { picture, ...attributes } = describeGarment(garment, raster);
  const { sharpness, backgroundUniformity } = picture;
  const { width, height, format } = original;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    category: garment.category,
    categorySource: garment.categorySource,
    categoryConfidence: garment.categoryConfidence,
    analyzerVersion: ANALYZER_VERSION,
    analysis: {
      ...attributes,
      image: { width, height, format, bytes: bytes.byteLength, sha256, sharpness, backgroundUniformity },
    },
  };
}
