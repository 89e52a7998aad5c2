/**
 * The first characters of formulas in spreadsheets, after what some programs strip on import: white space, control
 * characters, invisible ones and quotes. Cells that begin with a tab or a line break count too.
 */
const formula =
  /^(?:[\t\r\n]|[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}"']*[=+\-@\u2212])/u;

/**
 * Returns an escaped cell: an apostrophe precedes text that a spreadsheet would execute, also with full-width
 * signs, which some programs take for the usual ones; quotes are doubled.
 */
function cell(value: string | number): string {
  const text = String(value);
  const safe =
    typeof value === 'string' && formula.test(text.normalize('NFKC')) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a table as CSV (RFC 4180) with a byte order mark, by which spreadsheets detect UTF-8. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Downloads CSV text as a file. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
