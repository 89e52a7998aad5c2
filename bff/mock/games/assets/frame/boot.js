// What the server put into the page, and how this player reads words and money.

/** boot is the page's data: game, player's seat, texts. See the server's boot type. */
export const boot = JSON.parse(document.getElementById('boot').textContent);

/** t gives a text in the player's language, {names} filled in. */
export function t(key, values = {}) {
  return boot.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Western figures in Arabic too: they line up with every other amount of the site.
const locale = boot.lang === 'ar' ? 'ar-u-nu-latn' : boot.lang;
const currency = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: boot.currency,
  currencyDisplay: 'narrowSymbol',
});
const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 2,
});

const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false });

/** decimal writes a number with the reader's decimal sign. */
export const decimal = (value) => plain.format(value);

/** money writes an amount in the seat's currency. */
export const money = (amount) => currency.format(amount);

/** rate writes a percentage given as a number of per cent. */
export const rate = (value) => percent.format(value / 100);
