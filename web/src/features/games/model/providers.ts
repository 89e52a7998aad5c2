/** Letters of Turkish and other names that players type without their marks. */
const marks: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', æ: 'ae' };

/** Returns a name in the form in which it is compared: lower case, without marks. */
const folded = (text: string): string =>
  text
    .toLocaleLowerCase('en')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıßøæ]/g, (letter) => marks[letter] ?? letter);

/** Reports whether the name of a provider contains a text, whatever its case and marks. */
export const matchesName = (name: string, search: string): boolean =>
  folded(name).includes(folded(search.trim()));
