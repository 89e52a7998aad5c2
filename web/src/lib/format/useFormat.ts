import { useMemo } from 'react';
import { bootstrap } from '../bootstrap/bootstrap';
import { useLanguage } from '../i18n/language';
import { formatDate, formatRelative, parseWireDate, type DateStyle } from './date';
import { formatMoney, formatNumber, type MoneyOptions } from './number';

/** Formatters for the current language and the brand's currency and time zone. */
interface Format {
  money(amount: number, options?: MoneyOptions): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** Formats a Date or a wire date. */
  date(date: Date | string, style?: DateStyle): string;
  relative(date: Date | string): string;
}

/** Returns the formatters and renders again when the language changes. */
export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => {
    const { currency, timeZone, formats } = bootstrap();
    const read = (date: Date | string) =>
      typeof date === 'string' ? parseWireDate(date, timeZone) : date;
    return {
      money: (amount, options) => formatMoney(amount, currency, language, options, formats.money),
      number: (value, options) => formatNumber(value, language, options),
      date: (date, style) => formatDate(read(date), language, timeZone, style, formats.dates),
      relative: (date) => formatRelative(read(date), Date.now(), language, timeZone),
    };
  }, [language]);
}
