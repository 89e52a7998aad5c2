import { describe, expect, it } from 'vitest';
import { isNationalId, isTurkishId } from './nationalId';

describe('isTurkishId', () => {
  it.each([
    ['accepts correct check digits', '10000000146', true],
    ['accepts a negative difference of the tenth digit', '19191919190', true],
    ['rejects a wrong last digit', '10000000147', false],
    ['rejects a wrong tenth digit', '10000000156', false],
    ['rejects a leading zero', '00000000000', false],
    ['rejects ten digits', '1000000014', false],
    ['rejects twelve digits', '100000001461', false],
    ['rejects a letter', '1000000014x', false],
    ['rejects digits of another script', '١٠٠٠٠٠٠٠١٤٦', false],
    ['rejects a line break at the end', '10000000146\n', false],
    ['rejects an empty text', '', false],
  ])('%s', (_, text, expected) => {
    expect(isTurkishId(text)).toBe(expected);
  });

  it('accepts one pair of check digits for nine digits', () => {
    for (let id = 100_000_000; id < 100_000_050; id++) {
      const valid = Array.from(
        { length: 100 },
        (_, check) => `${id}${String(check).padStart(2, '0')}`,
      ).filter(isTurkishId);
      expect(valid).toHaveLength(1);
    }
  });
});

describe('isNationalId', () => {
  it('knows the rules of Turkey only', () => {
    expect(isNationalId('L01X00T47', 'DE')).toBe(true);
    expect(isNationalId('L01X00T47', 'TR')).toBe(false);
    expect(isNationalId('10000000147', 'CY')).toBe(true);
    expect(isNationalId('abc', 'DE')).toBe(false);
  });
});
