import { fetchPicture, type FetchPictureOptions, type PictureFile } from './fetch-picture';
import type { PictureSubject } from './picture-subject';

const PRODUCT_IMAGE: PictureSubject = {
  param: 'productImageUrl',
  name: 'The product image',
  maxBytes: 15 * 1024 * 1024,
  httpsOnly: false,
  userAgent: 'Drape/1 (product image fetcher)',
  codes: {
    unreachable: 'product_image_unreachable',
    notAllowed: 'product_image_not_allowed',
    tooManyRedirects: 'product_image_too_many_redirects',
    forbidden: 'product_image_forbidden',
    notFound: 'product_image_not_found',
    rateLimited: 'product_image_rate_limited',
    serverError: 'product_image_server_error',
    timeout: 'product_image_timeout',
    tooLarge: 'product_image_too_large',
    notAnImage: 'product_image_not_an_image',
  },
};

/** Downloads a shop's picture: see {@link fetchPicture}. Throws: ServiceError product_image_…. */
export function fetchProductImage(url: string, options: FetchPictureOptions = {}): Promise<PictureFile> {
  return fetchPicture(PRODUCT_IMAGE, url, options);
}
