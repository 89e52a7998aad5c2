import { expect, it } from 'vitest';
import { toCsv } from './csv';

/** Returns the first cell of a table with one row. */
const cellOf = (value: string | number) => toCsv([[value]], 'en').slice(1, -2);

it.each([
  ['tr', '\uFEFFTarih;Tutar\r\n2026-11-17;-500,25\r\n'],
  ['de', '\uFEFFTarih;Tutar\r\n2026-11-17;-500,25\r\n'],
  ['ru', '\uFEFFTarih;Tutar\r\n2026-11-17;-500,25\r\n'],
  ['en', '\uFEFFTarih,Tutar\r\n2026-11-17,-500.25\r\n'],
  ['ar', '\uFEFFTarih,Tutar\r\n2026-11-17,-500.25\r\n'],
] as const)('toCsv writes a file for the spreadsheets of %s', (language, csv) => {
  const rows = [
    ['Tarih', 'Tutar'],
    ['2026-11-17', -500.25],
  ];
  expect(toCsv(rows, language)).toBe(csv);
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
  ['escapes formulas after another separator', 'a;=1,\uFF1D2', `"a;'=1,'\uFF1D2"`],
  ['escapes formulas before it quotes', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('toCsv %s', (_, value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
