/** Returns the age in whole years on a day, from a birth date (yyyy-mm-dd); NaN if the date is invalid. */
export function ageAt(birthdate: string, day: Date): number {
  const [year = NaN, month = NaN, date = NaN] = birthdate.split('-').map(Number);
  const parsed = new Date(Date.UTC(year, month - 1, date));
  if (parsed.getUTCMonth() !== month - 1 || parsed.getUTCDate() !== date) return NaN;
  const sinceBirthday =
    [day.getMonth() + 1 - month, day.getDate() - date].find((it) => it !== 0) ?? 0;
  return day.getFullYear() - year - (sinceBirthday < 0 ? 1 : 0);
}

/** Returns the latest birth date (yyyy-mm-dd) of a person who has the given age on a day. */
export function latestBirthdate(age: number, day: Date): string {
  const month = String(day.getMonth() + 1).padStart(2, '0');
  const date = String(day.getDate()).padStart(2, '0');
  return `${day.getFullYear() - age}-${month}-${date}`;
}
