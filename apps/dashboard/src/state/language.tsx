import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
} as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of a page in each language; German and French have what English has. */
export type TextsOf<T> = Readonly<Record<Language, T>>;

interface LanguageState {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const KEY = 'drape-language';
const LanguageContext = createContext<LanguageState>({ language: 'en', setLanguage: () => undefined });

/** What was chosen here before, else what the browser asks for. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const [name = ''] = tag.split('-');
    if (isLanguage(name)) return name;
  }
  return 'en';
}

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, choose] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const state = useMemo(
    () => ({
      language,
      setLanguage(next: Language) {
        localStorage.setItem(KEY, next);
        choose(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

export const useLanguage = (): LanguageState => useContext(LanguageContext);

export function useTexts<T>(texts: TextsOf<T>): T {
  return texts[useLanguage().language];
}

const SECOND_MS = 1000;

/** Numbers and times as people of the language write them. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(() => {
    const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    const number = new Intl.NumberFormat(language);
    const seconds = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return {
      moment: (iso: string | null | undefined) =>
        iso === null || iso === undefined ? '–' : moment.format(new Date(iso)),
      /** With seconds: for what follows fast upon another. */
      exact: (iso: string) => exact.format(new Date(iso)),
      day: (iso: string | null | undefined) => (iso === null || iso === undefined ? '–' : day.format(new Date(iso))),
      number: (value: number | null | undefined) =>
        value === null || value === undefined ? '–' : number.format(value),
      percent: (share: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(share),
      /** From a second on in seconds. */
      ms(value: number | null | undefined) {
        if (value === null || value === undefined) return '–';
        const ms = Math.round(value);
        return ms < SECOND_MS ? `${number.format(ms)} ms` : `${seconds.format(ms / SECOND_MS)} s`;
      },
    };
  }, [language]);
}
