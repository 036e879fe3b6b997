import { uuid } from './uuid';

export const ATTRIBUTES = [
  ...['product', 'image', 'category', 'key', 'api-key', 'token', 'api', 'lang', 'size', 'department', 'quality'],
  ...['retention', 'policy-url', 'policy-version', 'gallery', 'label'],
] as const;

/** Where the script came from: the service serves it, so that a page need not name the address twice. */
const ORIGIN = ((): string => {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : import.meta.url;
  return typeof script === 'string' && /^https?:/.test(script) ? new URL(script).origin : location.origin;
})();

const DAY_SEC = 86_400;
const HOUR_SEC = 3600;
/** What the service keeps a picture for where nothing is said. */
const RETENTION_SEC = 7 * DAY_SEC;

/** The publishable key or client token of an element. React and Vue keep `key` for themselves, so that it has a second name. */
export const credentialOf = (element: Element): string | null =>
  element.getAttribute('api-key') ?? element.getAttribute('key') ?? element.getAttribute('token');

/** What a page says of one product. */
export interface ProductChoice {
  readonly productId?: string;
  readonly productImageUrl?: string;
  readonly productCategory?: string;
  readonly size?: string;
  readonly department?: string;
}

const optional = (name: string, value: string | null): Readonly<Record<string, string>> =>
  value === null || value === '' ? {} : { [name]: value };

/** The product of an element; null where it names none. */
export function productOf(element: Element): ProductChoice | null {
  const get = (name: string): string | null => element.getAttribute(name);
  if (get('product') === null && get('image') === null) return null;
  return {
    ...optional('productId', get('product')),
    ...optional('productImageUrl', get('product') === null ? get('image') : null),
    ...optional('productCategory', get('category')),
    ...optional('size', get('size')),
    ...optional('department', get('department')),
  };
}

export function baseOf(element: Element): string {
  return (element.getAttribute('api') ?? ORIGIN).replace(/\/+$/, '');
}

/** The element's language, else the page's, else the browser's. */
export function languageOf(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') || navigator.language || 'en';
}

/** What the photo must show for garments of these categories; undefined where a category is not known. */
export function reachOf(
  categories: readonly (string | undefined)[],
): 'showUpper' | 'showLegs' | 'showKnees' | 'showAll' {
  if (categories.includes('pants')) return 'showLegs';
  if (categories.includes('dress') || categories.includes('skirt')) return 'showKnees';
  const isUpper = categories.length > 0 && categories.every((category) => category === 'top' || category === 'jacket');
  return isUpper ? 'showUpper' : 'showAll';
}

export function directionOf(element: Element): 'rtl' | 'ltr' {
  return getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr';
}

export function retentionOf(element: Element): number {
  const seconds = Number(element.getAttribute('retention'));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : RETENTION_SEC;
}

/** How long the picture is kept, in the largest unit that fits. */
export function retentionWords(seconds: number): {
  readonly key: 'keptDays' | 'keptDay' | 'keptHours' | 'keptHour' | 'keptMinutes';
  readonly n: number;
} {
  const days = Math.round(seconds / DAY_SEC);
  if (seconds >= DAY_SEC) return { key: days === 1 ? 'keptDay' : 'keptDays', n: days };
  const hours = Math.round(seconds / HOUR_SEC);
  if (seconds >= HOUR_SEC) return { key: hours === 1 ? 'keptHour' : 'keptHours', n: hours };
  return { key: 'keptMinutes', n: Math.max(1, Math.round(seconds / 60)) };
}

/** What a request says beside photo and product. */
export function requestOptions(element: Element): object {
  return {
    ...optional('minQuality', element.getAttribute('quality')),
    ...(element.hasAttribute('retention') ? { retentionSeconds: retentionOf(element) } : {}),
    consent: { given: true, ...optional('policyVersion', element.getAttribute('policy-version')) },
    metadata: { source: 'widget', visit: VISIT },
  };
}

/** Joins what one page view made, for the shop's own statistics; means nobody. */
const VISIT = uuid();
