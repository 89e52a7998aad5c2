/** What begins a formula in a spreadsheet; tab and CR are stripped by some on the way in. */
const formula = /^[=+\-@\t\r]/;

/** One cell: text that a spreadsheet would run is led by an apostrophe, quotes are doubled. Numbers run nothing. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV by RFC 4180, led by the UTF-8 mark by which spreadsheets know the encoding. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Hands a CSV to the player as a file. */
export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
