import { describe, expect, it } from 'vitest';
import { ageAt, internationalPhone, latestBirthdate } from './registration';
import { countries } from './countries';

describe('internationalPhone', () => {
  it.each([
    ['0532 123 45 67', 'TR', '+905321234567'],
    ['532-123-45-67', 'TR', '+905321234567'],
    ['+90 (532) 123 45 67', 'TR', '+905321234567'],
    ['0090 532 123 45 67', 'DE', '+905321234567'],
    ['+49 170 1234567', 'DE', '+491701234567'],
  ])('parses %s of %s', (text, country, number) => {
    expect(internationalPhone(text, country)).toBe(number);
  });

  it.each([
    ['0212 123 45 67', 'TR'],
    ['0532 123 45 6', 'TR'],
    ['+90 212 123 45 67', 'TR'],
    ['0170 1234567', 'DE'],
    ['+49 12', 'DE'],
    ['abc', 'TR'],
  ])('rejects %s of %s', (text, country) => {
    expect(internationalPhone(text, country)).toBeUndefined();
  });
});

describe('ageAt', () => {
  const day = new Date(2026, 4, 10);

  it.each([
    ['2008-05-10', 18],
    ['2008-05-11', 17],
    ['2008-04-30', 18],
    ['2008-06-01', 17],
  ])('of the birth date %s is %i', (birthdate, age) => {
    expect(ageAt(birthdate, day)).toBe(age);
  });

  it.each(['2008-02-30', 'gestern', ''])('of %s is unknown', (birthdate) => {
    expect(ageAt(birthdate, day)).toBeNaN();
  });

  it('matches latestBirthdate', () => {
    expect(latestBirthdate(18, day)).toBe('2008-05-10');
    expect(ageAt(latestBirthdate(18, day), day)).toBe(18);
  });
});

it('countries lists Turkey first and all others without duplicates, sorted by name', () => {
  const list = countries('tr');
  expect(list[0]).toEqual({ value: 'TR', label: 'Türkiye' });
  expect(list.length).toBeGreaterThan(230);
  expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
  const codes = list.map(({ value }) => value);
  for (const gone of ['SU', 'YU', 'DD', 'EU', 'ZZ', 'UK']) expect(codes).not.toContain(gone);
  expect(list.find(({ value }) => value === 'DE')?.label).toBe('Almanya');
});
