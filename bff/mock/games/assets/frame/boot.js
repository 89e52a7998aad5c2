// The data that the server put into the page: the player's texts, formats and the game's colours.

/** boot is the page's data: game, player, texts. See the server's boot type. */
export const boot = JSON.parse(document.getElementById('boot').textContent);

/** t gives a text in the player's language with its {names} filled in. */
export function t(key, values = {}) {
  return boot.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** locale has western digits in Arabic too: they line up with all other amounts of the site. */
const locale = boot.lang === 'ar' ? 'ar-u-nu-latn' : boot.lang;

/** figures gives a function that formats numbers. */
export const figures = (options) => new Intl.NumberFormat(locale, options).format;

const twoDigits = figures({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = figures({ style: 'percent', maximumFractionDigits: 2 });

/** money formats an amount as the site does: "1.234,50 TL". */
export const money = (value) => `${twoDigits(value)}\u00a0${boot.currency.replace('TRY', 'TL')}`;

/** hundredths formats a price or multiplier that is given in hundredths. */
export const hundredths = (n) => twoDigits(n / 100);

/** times formats hundredths as a multiplier, isolated: its sign is on the right in every language. */
export const times = (n) => `\u2066${hundredths(n)}×\u2069`;

/** rate formats a percentage given as a number of per cent. */
export const rate = (value) => percent(value / 100);

// Colours by theme: sky, deep, glow, accent.
const themes = {
  fruit: ['#3b0d5c', '#12041f', '#ff4d8d', '#ffd23f'],
  gems: ['#10225c', '#060a20', '#5b7bff', '#7be0ff'],
  anatolia: ['#5c1226', '#1c0610', '#ff7a4d', '#ffc857'],
  sea: ['#0a5a86', '#03182e', '#35d6ff', '#ffd97a'],
  space: ['#251052', '#06030f', '#8f5bff', '#a9f25c'],
  desert: ['#8a3d12', '#2a0f05', '#ffb347', '#ffd97a'],
  forest: ['#14502f', '#04160d', '#7be07b', '#ffd166'],
  neon: ['#2a0a4d', '#07030f', '#ff2ea6', '#35f2ff'],
  sweets: ['#a8326f', '#43103a', '#ff9ed2', '#ffe066'],
  myth: ['#123a6b', '#050f24', '#ffd97a', '#ffd23f'],
  cards: ['#0d5138', '#031710', '#4de0a0', '#ffd23f'],
  gold: ['#5c3413', '#1a0d05', '#ffb224', '#ffc83d'],
};

const colours = themes[boot.theme] ?? themes.fruit;
['sky', 'deep', 'glow', 'accent'].forEach((name, i) =>
  document.documentElement.style.setProperty(`--${name}`, colours[i]),
);
