// The data that the server put into the page, and the player's texts and number formats.

/** boot is the page's data: game, player, texts. See the server's boot type. */
export const boot = JSON.parse(document.getElementById('boot').textContent);

/** t gives a text in the player's language with its {names} filled in. */
export function t(key, values = {}) {
  return boot.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** locale has western digits in Arabic too: they line up with all other amounts of the site. */
export const locale = boot.lang === 'ar' ? 'ar-u-nu-latn' : boot.lang;
const formatter = (options) => new Intl.NumberFormat(locale, options).format;
const percent = formatter({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** decimal formats a number with the language's decimal sign. */
export const decimal = formatter({ maximumFractionDigits: 2, useGrouping: false });

const lira = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const currency = formatter({
  style: 'currency',
  currency: boot.currency,
  currencyDisplay: 'narrowSymbol',
});

/** money formats an amount in the player's currency; Turkish lira as the site does: "1.234,50 TL". */
export const money = (value) =>
  boot.currency === 'TRY' ? `${lira(value)}\u00a0TL` : currency(value);

/** rate formats a percentage given as a number of per cent. */
export const rate = (value) => percent(value / 100);
