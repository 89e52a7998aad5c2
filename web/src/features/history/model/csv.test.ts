import { expect, it } from 'vitest';
import { toCsv } from './csv';

/** Returns the first cell of a table with one row. */
const cellOf = (value: string | number) => toCsv([[value]]).slice(1, -2);

it('toCsv starts with a byte order mark and ends lines with CR LF', () => {
  expect(
    toCsv([
      ['Tarih', 'Tutar'],
      ['2026-11-17', 500],
    ]),
  ).toBe('\uFEFFTarih,Tutar\r\n2026-11-17,500\r\n');
});

const signs = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\uFE62', '\u2212'];
const before = ['', ' ', '\u00a0\u200b ', ...'\u00a0\u200b\u200d\u2060\ufeff\u00ad\u3000\u202e\0'];

it.each(signs)('toCsv escapes formulas that begin with %s', (sign) => {
  for (const text of before.map((prefix) => `${prefix}${sign}1`))
    expect(cellOf(text)).toBe(`'${text}`);
});

it.each(['\r=1', '\n=1', '\tx', '\r\n@x', '\t\u200b=1', '\n'])(
  'toCsv escapes and quotes %j',
  (text) => {
    expect(cellOf(text)).toBe(`"'${text}"`);
  },
);

it.each(['Ankara', ' Ankara', '\u200bAnkara', '1-2', 'a=b', ''])(
  'toCsv does not change %j',
  (text) => {
    expect(cellOf(text)).toBe(text);
  },
);

it.each([
  ['does not escape negative numbers', -300.5, '-300.5'],
  ['doubles quotes and quotes cells with commas', 'a "b", c', '"a ""b"", c"'],
  ['quotes cells with line breaks', 'a\nb', '"a\nb"'],
  ['escapes formulas before it quotes', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('toCsv %s', (_, value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
