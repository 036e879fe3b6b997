import { TEST_HOST, type ErrorDetail } from '@drape/contracts';
import { LIMITS } from '../limits';
import { mayBePublic } from './public-address';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export type CheckedUrl =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: ErrorDetail };

/**
 * What the text of `productImageUrl` decides, without the network. `allow` holds host:port pairs that pass although they
 * are not public. Returns the URL in its canonical form.
 */
export function checkProductImageUrl(text: string, allow: readonly string[]): CheckedUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (text.length > LIMITS.urlLengthMax || url === null) {
    return problem(
      'invalid_product_image_url',
      'productImageUrl must be a full URL such as https://shop.example/shirt.jpg.',
    );
  }
  const port = PORTS[url.protocol];
  if (port === undefined) {
    const came = url.protocol.slice(0, 30);
    return problem('invalid_product_image_url', `productImageUrl must begin with http:// or https://; got ${came}`);
  }
  if (url.username !== '' || url.password !== '') {
    return problem('invalid_product_image_url', 'productImageUrl must not contain a user name or password.');
  }
  if (allow.includes(`${url.hostname}:${url.port === '' ? port : url.port}`)) return { ok: true, url: url.href };
  if (url.port !== '') {
    return problem('product_image_url_not_allowed', `productImageUrl must use port 80 or 443; got ${url.port}.`);
  }
  // Whether the key may use it is decided later; nothing is ever fetched from it.
  if (url.hostname === TEST_HOST) return { ok: true, url: url.href };
  if (!mayBePublic(url.hostname)) {
    return problem('product_image_url_not_allowed', 'productImageUrl must point to a public address.');
  }
  return { ok: true, url: url.href };
}

function problem(code: 'invalid_product_image_url' | 'product_image_url_not_allowed', message: string): CheckedUrl {
  return { ok: false, problem: { param: 'productImageUrl', code, message } };
}
