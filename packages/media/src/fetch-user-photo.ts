import { fetchPicture, type FetchPictureOptions, type PictureFile } from './fetch-picture';
import { PHOTO_LIMITS } from './decode-photo';
import type { PictureSubject } from './picture-subject';

const USER_PHOTO: PictureSubject = {
  param: 'userPhoto',
  name: 'The photo',
  maxBytes: PHOTO_LIMITS.maxBytes,
  httpsOnly: true,
  userAgent: 'Drape/1 (photo fetcher)',
  codes: {
    unreachable: 'user_photo_unreachable',
    notAllowed: 'user_photo_not_allowed',
    tooManyRedirects: 'user_photo_too_many_redirects',
    forbidden: 'user_photo_forbidden',
    notFound: 'user_photo_not_found',
    rateLimited: 'user_photo_rate_limited',
    serverError: 'user_photo_server_error',
    timeout: 'user_photo_timeout',
    tooLarge: 'user_photo_too_large',
    notAnImage: 'user_photo_not_an_image',
  },
};

/** Downloads a shopper's photo: see {@link fetchPicture}; nothing is kept of it. Throws: ServiceError user_photo_…. */
export function fetchUserPhoto(url: string, options: Omit<FetchPictureOptions, 'known'> = {}): Promise<PictureFile> {
  return fetchPicture(USER_PHOTO, url, options);
}
