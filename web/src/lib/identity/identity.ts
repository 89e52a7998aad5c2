/** Returns an IBAN without spaces and invisible characters, in upper case. */
export const plainIban = (text: string): string => text.replace(/[\s\p{Cf}-]/gu, '').toUpperCase();

/** Returns an IBAN in groups of four characters. */
export const groupedIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** The form of IBANs by country. Other countries have the general form. */
const form =
  /^(?:TR\d{8}\w{16}|DE\d{20}|NL\d\d[A-Z]{4}\d{10}|GB\d\d[A-Z]{4}\d{14}|FR\d{12}\w{11}\d\d|CY\d{10}\w{16}|AZ\d\d[A-Z]{4}\w{20}|(?!TR|DE|NL|GB|FR|CY|AZ)[A-Z]{2}\d\d\w{11,30})$/;

/** Returns whether a text is an IBAN: form and check digits 02 to 98 of ISO 7064 MOD 97-10. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!form.test(iban) || /^..(0[01]|99)/.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Returns whether a text is a Turkish identity number: eleven digits with valid check digits. */
export function isTurkishId(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const odd = sum(digits.slice(0, 9).filter((_, index) => index % 2 === 0));
  const even = sum(digits.slice(0, 9).filter((_, index) => index % 2 === 1));
  // Add 10 because the remainder of a negative number is negative.
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return digits[9] === tenth && digits[10] === sum(digits.slice(0, 10)) % 10;
}

/** Returns whether a text may be a country's national ID. Only Turkey's rules are known. */
export const isNationalId = (text: string, country: string): boolean =>
  country === 'TR' ? isTurkishId(text) : /^[0-9A-Za-z]{5,20}$/.test(text);
