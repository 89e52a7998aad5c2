// The paytable: what each symbol pays for a way at the present stake, and the rules.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { openPaytable } from '../reels/paytable.js';

/** showPaytable opens the paytable for a stake. */
export function showPaytable(game, stake) {
  const [a, b, c, d] = game.freeSpins;
  const rows = (pays) =>
    [6, 5, 4, 3]
      .filter((n) => pays[n - 3] > 0)
      .map((n) => [String(n), money((pays[n - 3] * stake) / game.coins)]);
  return openPaytable({
    pays: (name) => (game.table[name] ? rows(game.table[name]) : []),
    told: {
      wild: t('table.wild'),
      scatter: `${t('table.scatter', { a, b, c, d })} ${t('table.climb')}`,
    },
    nodes: [
      el('p', { class: 'note', text: t('table.note', { amount: money(stake) }) }),
      el('p', { class: 'note', text: t('table.ways') }),
    ],
  });
}
