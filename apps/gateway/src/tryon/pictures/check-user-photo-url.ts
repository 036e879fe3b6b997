import type { ErrorCode } from '@drape/contracts';
import { fetchAllowHint } from './fetch-allow-hint';
import { mayBePublic } from './public-address';
import { parseClientUrl } from './parse-client-url';
import type { CheckedUrl } from './check-product-image-url';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Checks a photo's URL by its text, without the network: https, no credentials, default port, not obviously private. `allow` holds
 * host:port pairs that pass all the same. Returns the URL in canonical form; the address it resolves to is checked when a worker connects.
 */
export function checkUserPhotoUrl(text: string, allow: readonly string[]): CheckedUrl {
  const refuse = (code: ErrorCode, complaint: string): CheckedUrl => ({
    ok: false,
    problem: { param: 'userPhoto', code, message: `userPhoto ${complaint}` },
  });
  const url = parseClientUrl(text);
  if (url === null) {
    return refuse('invalid_user_photo', 'must be base64, or a full https URL of at most 2,048 characters.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('invalid_user_photo', 'must not contain a user name or password.');
  }
  const port = url.port === '' ? (PORTS[url.protocol] ?? '') : url.port;
  if (allow.includes(`${url.hostname}:${port}`)) return { ok: true, url: url.href };
  const isLocal = !mayBePublic(url.hostname);
  const hint = isLocal || url.port !== '' ? ` ${fetchAllowHint(url)}` : '';
  if (url.protocol !== 'https:') {
    return refuse('invalid_user_photo', `must begin with https:// where it is a URL.${hint}`);
  }
  if (url.port !== '') return refuse('user_photo_url_not_allowed', `must use port 443; got ${url.port}.${hint}`);
  if (isLocal) return refuse('user_photo_url_not_allowed', `must point to a public address.${hint}`);
  return { ok: true, url: url.href };
}
