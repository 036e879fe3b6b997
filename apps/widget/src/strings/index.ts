import { de } from './de';
import { en, type Strings } from './en';
import { fr } from './fr';

export type { Strings } from './en';

const LANGUAGES: Readonly<Record<string, Strings>> = { en, de, fr };

/** The texts of a language, English where there are none; a shop's own take their place. */
export function stringsOf(language: string, own: Partial<Strings> = {}): Strings {
  const [short = ''] = language.toLowerCase().split('-');
  return { ...(LANGUAGES[short] ?? en), ...own };
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
  if (/^(product|garment|category)_/.test(code)) return strings.problem_product;
  return strings.problem_other;
}
