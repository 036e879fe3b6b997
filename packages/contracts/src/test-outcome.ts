import { FAILURE_CODES, isFailureCode, type FailureCode } from './errors';
import { parseUrl } from './parse-url';
import { ServiceError } from './service-error';

/** Product images on this host are no pictures: keys of test mode choose an outcome by the path (docs/contract.md §5). */
export const TEST_HOST = 'test.drape.invalid';
const SLOW_MS_MAX = 60_000;
const QUEUE_MAX = 60;

/** What a try-on in test mode is to come to. */
export type TestOutcome =
  /** Completed, after that long. */
  | { readonly kind: 'ok'; readonly afterMs: number }
  | { readonly kind: 'fail'; readonly code: FailureCode }
  /** Behind so many others: queued for as many seconds. */
  | { readonly kind: 'queue'; readonly position: number }
  /** Refused by the gateway. */
  | { readonly kind: 'refuse'; readonly status: 429 | 500 };

/** null for a picture that is sent, and for a URL of any other host. Throws: ServiceError invalid_product_image_url for an unknown path. */
export function parseTestOutcome(productImageUrl: string | null): TestOutcome | null {
  const url = productImageUrl === null ? null : parseUrl(productImageUrl);
  if (url?.hostname !== TEST_HOST) return null;
  const [kind = '', value = '', ...rest] = url.pathname.slice(1).split('/');
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  if (rest.length === 0) {
    if (value === '' && kind === 'ok') return { kind: 'ok', afterMs: 0 };
    if (value === '' && (kind === '429' || kind === '500'))
      return { kind: 'refuse', status: kind === '429' ? 429 : 500 };
    if (kind === 'slow' && number <= SLOW_MS_MAX) return { kind: 'ok', afterMs: number };
    if (kind === 'queue' && number <= QUEUE_MAX) return { kind: 'queue', position: number };
    if (kind === 'fail' && isFailureCode(value)) return { kind: 'fail', code: value };
  }
  const detail = `${TEST_HOST} knows /ok, /slow/<ms up to ${SLOW_MS_MAX}>, /queue/<up to ${QUEUE_MAX}>, /429, /500 and /fail/<code> with one of ${FAILURE_CODES.join(', ')}; got ${url.pathname.slice(0, 60)}.`;
  throw new ServiceError('invalid_product_image_url', { detail, param: 'productImageUrl' });
}
