/** Returns an IBAN without spaces and invisible characters, in upper case. */
export const plainIban = (text: string): string => text.replace(/[\s\p{Cf}-]/gu, '').toUpperCase();

/** Returns an IBAN in groups of four characters. */
export const groupedIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** The account part of an IBAN by country. IBANs of other countries are validated by their check digits only. */
const accounts: Record<string, RegExp> = {
  TR: /^\d{6}[A-Z\d]{16}$/,
  DE: /^\d{18}$/,
  NL: /^[A-Z]{4}\d{10}$/,
  GB: /^[A-Z]{4}\d{14}$/,
  FR: /^\d{10}[A-Z\d]{11}\d{2}$/,
  CY: /^\d{8}[A-Z\d]{16}$/,
  AZ: /^[A-Z]{4}[A-Z\d]{20}$/,
};

/** Returns whether a text is a valid IBAN: format, also of a known country, and check digits 02 to 98 of ISO 7064 MOD 97-10. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}(?!0[01]|99)\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  if (accounts[iban.slice(0, 2)]?.test(iban.slice(4)) === false) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
