import type { ErrorDetail } from '@drape/contracts';
import type { CheckedUrl } from '../tryon/pictures/check-product-image-url';
import { fetchAllowHint } from '../tryon/pictures/fetch-allow-hint';
import { mayBePublic } from '../tryon/pictures/public-address';
import { parseClientUrl } from '../tryon/pictures/parse-client-url';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export interface WebhookUrlOptions {
  /** host:port pairs that pass although they are not public, even by plain http. */
  readonly allow: readonly string[];
  /** Name of the parameter with the URL. */
  readonly param: 'url' | 'webhookUrl';
}

/** Checks a receiver's URL by its text, without the network; the address it resolves to is checked when the worker connects. */
export function checkWebhookUrl(text: string, { allow, param }: WebhookUrlOptions): CheckedUrl {
  const refuse = (complaint: string): CheckedUrl => {
    const code = param === 'url' ? 'invalid_url' : 'invalid_webhook_url';
    const problem: ErrorDetail = { param, code, message: `${param} ${complaint}` };
    return { ok: false, problem };
  };
  const url = parseClientUrl(text);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined) {
    return refuse('must be a full URL such as https://shop.example/drape-events.');
  }
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password.');
  if (allow.includes(`${url.hostname}:${url.port === '' ? port : url.port}`)) return { ok: true, url: url.href };
  const isLocal = !mayBePublic(url.hostname);
  const hint = isLocal || url.port !== '' ? ` ${fetchAllowHint(url)}` : '';
  if (url.protocol !== 'https:') return refuse(`must begin with https://.${hint}`);
  if (url.port !== '') return refuse(`must use port 443; got ${url.port}.${hint}`);
  if (isLocal) return refuse(`must point to a public address.${hint}`);
  return { ok: true, url: url.href };
}
