import { LIMITS } from '../../http/limits';

/** The URL that a text is; null where it is none, or longer than one may be, which is not even parsed: 10 MB would take 30 ms. */
export function parseUrl(text: string): URL | null {
  return text.length <= LIMITS.urlLengthMax && URL.canParse(text) ? new URL(text) : null;
}
