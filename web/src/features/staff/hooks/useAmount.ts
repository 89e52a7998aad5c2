import { useCallback } from 'react';
import { formatMoney } from '@/lib/format/number';
import { useLanguage } from '@/lib/i18n/language';

/** Returns the function that writes an amount of the API (`250.5 TRY`, or without the currency) as the language does. */
export function useAmount(): (amount?: string) => string {
  const { language } = useLanguage();
  return useCallback(
    (amount) => {
      const [number, currency = ''] = amount?.split(' ') ?? [];
      return number ? formatMoney(Number(number), currency, language).trim() : '';
    },
    [language],
  );
}
