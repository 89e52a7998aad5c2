/** Returns whether a text is a valid Turkish identity number: eleven digits, no leading zero, correct check digits. */
export function isTurkishId(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const odd = sum(digits.slice(0, 9).filter((_, index) => index % 2 === 0));
  const even = sum(digits.slice(0, 9).filter((_, index) => index % 2 === 1));
  // Added 10, since % of a negative number is negative.
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return digits[9] === tenth && digits[10] === sum(digits.slice(0, 10)) % 10;
}

/** Returns whether a text may be the national ID of a country. Only the rules of Turkey are known. */
export const isNationalId = (text: string, country: string): boolean =>
  country === 'TR' ? isTurkishId(text) : /^[0-9A-Za-z]{5,20}$/.test(text);
