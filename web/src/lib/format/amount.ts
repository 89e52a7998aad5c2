import type { Language } from '../i18n/language';
import { formatMoney, formatNumber, latinDigits } from './number';

/** Returns a language's patterns of amounts with separators, and of the separators. */
export function amountPatterns(language: Language): { grouped: RegExp; groups: RegExp } {
  const [group = '', decimal = ''] = formatNumber(12345.5, language).replace(/\d/g, '');
  const groups = `[${group}\\s'’٬]`;
  return {
    grouped: new RegExp(`^[1-9]\\d{0,2}(${groups})\\d{3}(\\1\\d{3})*([${decimal}٫]\\d{0,2})?$`),
    groups: new RegExp(groups, 'g'),
  };
}

/**
 * Parses an amount in a language's notation, with or without the brand's currency. In Turkish,
 * `1.500` is 1500. Other languages' decimal separators count if they cannot separate thousands, as
 * in `12.5`. Returns undefined for other text, such as `1,500` in Turkish.
 */
export function parseAmount(text: string, language: Language, currency: string) {
  let amount = latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase();
  for (const format of ['code', 'symbol'] as const) {
    const mark = formatMoney(0, currency, language, {}, format).replace(/[\d.,\s\p{Cf}]/gu, '');
    if (amount.startsWith(mark)) amount = amount.slice(mark.length).trim();
    if (amount.endsWith(mark)) amount = amount.slice(0, -mark.length).trim();
  }
  const { grouped, groups } = amountPatterns(language);
  if (grouped.test(amount)) amount = amount.replace(groups, '');
  else if (!/^(\d+([.,٫]\d{0,2})?|[.,٫]\d{1,2})$/.test(amount)) return undefined;
  return Number(amount.replace(/[,٫]/, '.'));
}
