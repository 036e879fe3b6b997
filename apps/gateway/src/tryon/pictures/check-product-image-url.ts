import { TEST_HOST, type ErrorDetail } from '@drape/contracts';
import { fetchAllowHint } from './fetch-allow-hint';
import { mayBePublic } from './public-address';
import { parseClientUrl } from './parse-client-url';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

type UrlProblem = 'invalid_product_image_url' | 'product_image_url_not_allowed';

export type CheckedUrl =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: ErrorDetail };

/**
 * Checks a product image's URL by its text, without the network. `allow` holds host:port pairs that pass although they are not public.
 * Returns the URL in canonical form.
 */
export function checkProductImageUrl(text: string, allow: readonly string[], param = 'productImageUrl'): CheckedUrl {
  const problem = (code: UrlProblem, message: string): CheckedUrl => ({
    ok: false,
    problem: { param, code, message: `${param} ${message}` },
  });
  const url = parseClientUrl(text);
  if (url === null) {
    return problem('invalid_product_image_url', 'must be a full URL such as https://shop.example/shirt.jpg.');
  }
  const port = PORTS[url.protocol];
  if (port === undefined) {
    const came = url.protocol.slice(0, 30);
    return problem('invalid_product_image_url', `must begin with http:// or https://; got ${came}`);
  }
  if (url.username !== '' || url.password !== '') {
    return problem('invalid_product_image_url', 'must not contain a user name or password.');
  }
  if (allow.includes(`${url.hostname}:${url.port === '' ? port : url.port}`)) return { ok: true, url: url.href };
  if (url.port !== '') {
    return problem('product_image_url_not_allowed', `must use port 80 or 443; got ${url.port}. ${fetchAllowHint(url)}`);
  }
  // Whether the key may use it is checked later; it is never fetched.
  if (url.hostname === TEST_HOST) return { ok: true, url: url.href };
  if (!mayBePublic(url.hostname)) {
    return problem('product_image_url_not_allowed', `must point to a public address. ${fetchAllowHint(url)}`);
  }
  return { ok: true, url: url.href };
}
