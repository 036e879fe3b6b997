import { LIMITS } from '../../http/limits';
import { judgePicture, parsePicture, type ParsedPicture, type PictureRules } from './parse-picture';

/** Same limits as for a fetched product image. */
const rulesFor = (param: string): PictureRules => ({
  param,
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
});

/** A product's picture in a body, in the field `param`: see {@link parsePicture}. URLs belong in another field. */
export function parseProductImage(text: string, param = 'productImage'): ParsedPicture {
  if (/^https?:/i.test(text.slice(0, 6))) {
    const message = `${param} holds the picture itself as base64; send an address as ${param}Url.`;
    return { ok: false, problem: { param, code: 'invalid_product_image', message } };
  }
  return parsePicture(text, rulesFor(param));
}

/** A product's picture that came as bytes. */
export function judgeProductImage(bytes: Buffer, param = 'productImage'): ParsedPicture {
  return judgePicture(bytes, rulesFor(param));
}
