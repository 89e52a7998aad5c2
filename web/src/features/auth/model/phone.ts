/**
 * A phone number in its international form, `+905321234567`, or undefined when it is none. Numbers of
 * Turkey may be written without country code, with or without the leading zero; they must be mobile.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (country === 'TR' && /^0?5\d{9}$/.test(compact)) return `+90${compact.replace(/^0/, '')}`;
  if (compact.startsWith('+90')) return /^\+905\d{9}$/.test(compact) ? compact : undefined;
  // At most fifteen digits (E.164), country code included.
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : undefined;
}
