import { describe, expect, it } from 'vitest';
import { toCsv } from './csv';

/** Returns the first cell of a table with one row. */
const cellOf = (value: string | number) => toCsv([[value]]).slice(1, -2);

describe('toCsv', () => {
  it('begins with the UTF-8 mark and ends its lines with CR LF', () => {
    expect(
      toCsv([
        ['Tarih', 'Tutar'],
        ['2026-11-17', 500],
      ]),
    ).toBe('\uFEFFTarih,Tutar\r\n2026-11-17,500\r\n');
  });

  it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\tx'])('disarms %j', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it('disarms what begins with a carriage return, and quotes it', () => {
    expect(cellOf('\r=1')).toBe(`"'\r=1"`);
  });

  it('leaves numbers as numbers, negative ones too', () => {
    expect(cellOf(-300.5)).toBe('-300.5');
  });

  it('doubles quotes, and quotes what has commas or lines', () => {
    expect(cellOf('a "b", c')).toBe('"a ""b"", c"');
    expect(cellOf('a\nb')).toBe('"a\nb"');
  });

  it('disarms before it quotes', () => {
    expect(cellOf('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
  });
});
