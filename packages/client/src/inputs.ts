import { photoToBase64, type Photo } from './base64.js';
import type { CreateBatch, CreateTryOn } from './types.js';

/** A product's picture as callers have it, in place of productImageUrl. */
interface WithProductImage {
  readonly productImage?: Photo;
}

/** One product of a look. */
export type LookProductInput = Omit<NonNullable<CreateTryOn['products']>[number], 'productImage'> & WithProductImage;

export type CreateTryOnInput = Omit<CreateTryOn, 'userPhoto' | 'productImage' | 'products'> &
  WithProductImage & {
    readonly userPhoto: Photo;
    /** A look in place of one product: two or three of them, on one picture. */
    readonly products?: readonly LookProductInput[];
  };

export type BatchProductInput = Omit<CreateBatch['products'][number], 'productImage'> & WithProductImage;

export type CreateBatchInput = Omit<CreateBatch, 'userPhoto' | 'products'> & {
  readonly userPhoto: Photo;
  readonly products: readonly BatchProductInput[];
};

/** The body's form of it. */
export async function withProductImage<T extends WithProductImage>(input: T): Promise<T> {
  const { productImage } = input;
  return productImage === undefined ? input : { ...input, productImage: await photoToBase64(productImage) };
}
