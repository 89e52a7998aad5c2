/** An IBAN without the spaces and in the capitals of its standard. */
export const plainIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** An IBAN in groups of four, as it is printed. */
export const groupedIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** Characters of an IBAN, by country; another country's is checked by its check digits alone. */
const lengths: Record<string, number> = { TR: 26, DE: 22, NL: 18, GB: 22, FR: 27, CY: 28, AZ: 28 };

/** Whether a text is an IBAN: form, length where the country's is known, and ISO 7064 MOD 97-10. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const length = lengths[iban.slice(0, 2)];
  if (length !== undefined && iban.length !== length) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
