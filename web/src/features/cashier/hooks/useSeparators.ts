import { useFormat } from '@/lib/format';

/** Returns the separators of the language for amounts such as 1.234,5; digits are Latin in every language. */
export function useSeparators(): { decimalSeparator: string; thousandSeparator: string } {
  const sample = useFormat().number(1234567.5, { minimumFractionDigits: 1 });
  const signs = sample.replace(/[\p{Nd}\u200e\u200f]/gu, '');
  const decimalSeparator = signs.at(-1) === '٫' ? '.' : (signs.at(-1) ?? '.');
  const first = signs[0] === '٬' ? ',' : (signs[0] ?? ' ');
  return { decimalSeparator, thousandSeparator: first };
}
