import { useMemo } from 'react';
import { useLanguage } from '../../state/language';

/** Days are those of UTC wherever they are read; hours are told by the reader's clock. */
export function useSlotFormat() {
  const { language } = useLanguage();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
    });
    const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
    return {
      slot: (slot: string) => (slot.includes('T') ? hour : day).format(new Date(slot)),
      day: (text: string) => day.format(new Date(text)),
    };
  }, [language]);
}
