import { de } from './de';
import { en, type Strings } from './en';
import { fr } from './fr';

export type { Strings } from './en';

const LANGUAGES: Readonly<Record<string, Strings>> = { en, de, fr };

const shortOf = (language: string): string => language.toLowerCase().split('-')[0] ?? '';

/** The texts of a language, English where there are none; a shop's own take their place. */
export function stringsOf(language: string, own: Partial<Strings> = {}): Strings {
  return { ...(LANGUAGES[shortOf(language)] ?? en), ...own };
}

/** In which language the texts are; null where a shop has its own for a language that the widget does not speak. */
export function languageOfStrings(language: string, own: Partial<Strings>): string | null {
  const short = shortOf(language);
  if (short in LANGUAGES) return short;
  return Object.keys(own).length === 0 ? 'en' : null;
}

/** Puts values into a text's `{…}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What a shopper is told of a code of the API: what they can do about it, never what the service calls it. */
export function problemText(strings: Strings, code: string): string {
  const key = `problem_${code}`;
  if (key in strings) return strings[key as keyof Strings];
  if (/^(rate_limit_exceeded|shopper_limit_reached|client_token_used_up|too_many_in_flight|queue_full)$/.test(code))
    return strings.problem_limit;
  if (/^photo_|^invalid_user_photo/.test(code)) return strings.problem_photo_unreadable;
  if (/^product_image_(unreachable|rate_limited|server_error|timeout)$/.test(code))
    return strings.problem_product_later;
  if (/^(product|garment|category)_/.test(code)) return strings.problem_product;
  return strings.problem_other;
}

/** Whether a code says that this photo will not do: another one may. */
export const isOfPhoto = (code: string): boolean =>
  /^(photo_|invalid_user_photo|person_not_detected|multiple_people|body_not_visible|result_not_presentable)/.test(code);
