import { fetchPicture, type FetchPictureOptions, type PictureFile, type PictureSubject } from './fetch-picture';

const PRODUCT_IMAGE: PictureSubject = {
  param: 'productImageUrl',
  name: 'The product image',
  maxBytes: 15 * 1024 * 1024,
  httpsOnly: false,
  userAgent: 'Drape/1 (product image fetcher)',
  codes: {
    unreachable: 'product_image_unreachable',
    forbidden: 'product_image_forbidden',
    notFound: 'product_image_not_found',
    timeout: 'product_image_timeout',
    tooLarge: 'product_image_too_large',
    notAnImage: 'product_image_not_an_image',
  },
};

/** Downloads a shop's picture: see {@link fetchPicture}. Throws: ServiceError product_image_…. */
export function fetchProductImage(url: string, options: FetchPictureOptions = {}): Promise<PictureFile> {
  return fetchPicture(PRODUCT_IMAGE, url, options);
}
