import { TEST_HOST } from '@drape/contracts';
import { checkProductImageUrl, type CheckedUrl } from '../tryon/pictures/check-product-image-url';

/** Checks the URL of a catalogue picture by its text. Test-mode URLs are not pictures. */
export function checkImageUrl(text: string, allow: readonly string[]): CheckedUrl {
  const checked = checkProductImageUrl(text, allow, 'imageUrl');
  return checked.ok && new URL(checked.url).hostname === TEST_HOST ? NOT_TO_ANALYSE : checked;
}

const NOT_TO_ANALYSE: CheckedUrl = {
  ok: false,
  problem: {
    param: 'imageUrl',
    code: 'product_image_url_not_allowed',
    message: `imageUrl must lead to a picture; ${TEST_HOST} is for try-ons of test mode and has none.`,
  },
};
