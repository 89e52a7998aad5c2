/** What hangs from the garland. */
export type Ornament = 'lights' | 'hearts' | 'flags' | 'suns' | 'pennants';

/** The ornaments by the platform's theme names, of which a name may be a part; pennants for others. */
const ornaments: readonly (readonly [RegExp, Ornament])[] = [
  [/new-?year|christmas|winter|yilbasi/, 'lights'],
  [/valentine|love|sevgililer|mother/, 'hearts'],
  [/republic|national|victory|independence|cumhuriyet|zafer/, 'flags'],
  [/summer|spring|yaz/, 'suns'],
];

/** Returns the ornament of a theme. */
export const ornamentOf = (theme: string): Ornament =>
  ornaments.find(([name]) => name.test(theme.toLowerCase()))?.[1] ?? 'pennants';
