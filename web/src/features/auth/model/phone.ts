/**
 * Returns a phone number in international form, `+905321234567`, or undefined if it is invalid. Turkish
 * numbers may omit the country code, with or without the leading zero; they must be mobile numbers.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (country === 'TR' && /^0?5\d{9}$/.test(compact)) return `+90${compact.replace(/^0/, '')}`;
  if (compact.startsWith('+90')) return /^\+905\d{9}$/.test(compact) ? compact : undefined;
  // E.164: at most fifteen digits including the country code.
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : undefined;
}
