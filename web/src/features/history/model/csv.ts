import { formatNumber } from '@/lib/format/number';
import type { Language } from '@/lib/i18n/language';

/** Matches spreadsheet formulas, also after characters that some programs strip. */
const formula =
  /^(?:[\t\r\n]|[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}"']*[=+\-@\u2212])/u;

/**
 * Returns an escaped text with doubled quotes. An apostrophe precedes a formula, also after a
 * separator and with full-width signs, which some programs execute.
 */
function escaped(text: string): string {
  const mark = (cell: string) => (formula.test(cell.normalize('NFKC')) ? `'${cell}` : cell);
  const safe = text.replace(/[^,;]+/g, mark);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns a table as CSV (RFC 4180) with a byte order mark, which marks UTF-8 for spreadsheets. In
 * languages with decimal commas, a semicolon separates the cells, as spreadsheets expect.
 */
export function toCsv(rows: (string | number)[][], language: Language): string {
  const decimal = formatNumber(0.5, language).charAt(1);
  const cell = (value: string | number) =>
    typeof value === 'string' ? escaped(value) : String(value).replace('.', decimal);
  const lines = rows.map((row) => row.map(cell).join(decimal === ',' ? ';' : ','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Downloads CSV text as a file. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
