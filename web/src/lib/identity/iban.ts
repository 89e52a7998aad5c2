/** Returns an IBAN without spaces and in upper case. */
export const plainIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Returns an IBAN in groups of four characters. */
export const groupedIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** The length of an IBAN by country. IBANs of other countries are validated by their check digits only. */
const lengths: Record<string, number> = { TR: 26, DE: 22, NL: 18, GB: 22, FR: 27, CY: 28, AZ: 28 };

/** Returns whether a text is a valid IBAN: format, length of a known country, and ISO 7064 MOD 97-10. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const length = lengths[iban.slice(0, 2)];
  if (length !== undefined && iban.length !== length) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
