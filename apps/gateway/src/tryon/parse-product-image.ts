import { LIMITS } from '../limits';
import { judgePicture, parsePicture, type ParsedPicture, type PictureRules } from './parse-picture';

const PARAM = 'productImage';

/** The limits of a product image that is fetched. */
const RULES: PictureRules = {
  param: PARAM,
  bytesMax: LIMITS.productImageBytesMax,
  pixelsMax: LIMITS.productImagePixelsMax,
  sideMin: LIMITS.productImageSideMin,
  aspectMax: LIMITS.productImageAspectMax,
  codes: {
    encoding: 'invalid_product_image',
    tooManyBytes: 'invalid_product_image',
    notAnImage: 'invalid_product_image',
    unreadable: 'invalid_product_image',
    animated: 'invalid_product_image',
    tooManyPixels: 'invalid_product_image',
    tooSmall: 'invalid_product_image',
    aspectRatio: 'invalid_product_image',
  },
};

/** A product's picture in a body: see {@link parsePicture}. An address belongs in productImageUrl. */
export function parseProductImage(text: string): ParsedPicture {
  if (/^https?:/i.test(text.slice(0, 6))) {
    const message = `${PARAM} holds the picture itself as base64; send an address as productImageUrl.`;
    return { ok: false, problem: { param: PARAM, code: 'invalid_product_image', message } };
  }
  return parsePicture(text, RULES);
}

/** A product's picture that came as bytes. */
export function judgeProductImage(bytes: Buffer): ParsedPicture {
  return judgePicture(bytes, RULES);
}
