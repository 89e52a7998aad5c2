import { describe, expect, it } from 'vitest';
import { toCsv } from './csv';

/** Returns the first cell of a table with one row. */
const cellOf = (value: string | number) => toCsv([[value]]).slice(1, -2);

describe('toCsv', () => {
  it('starts with a byte order mark and ends lines with CR LF', () => {
    expect(
      toCsv([
        ['Tarih', 'Tutar'],
        ['2026-11-17', 500],
      ]),
    ).toBe('\uFEFFTarih,Tutar\r\n2026-11-17,500\r\n');
  });

  it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\tx'])('escapes the formula %j', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it('escapes and quotes text that starts with a carriage return', () => {
    expect(cellOf('\r=1')).toBe(`"'\r=1"`);
  });

  it('does not escape numbers, including negative ones', () => {
    expect(cellOf(-300.5)).toBe('-300.5');
  });

  it('doubles quotes and quotes cells with commas or line breaks', () => {
    expect(cellOf('a "b", c')).toBe('"a ""b"", c"');
    expect(cellOf('a\nb')).toBe('"a\nb"');
  });

  it('escapes formulas before it quotes', () => {
    expect(cellOf('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
  });
});
