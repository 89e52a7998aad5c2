// The paytable: what clusters of each symbol pay at the present stake, and the rules.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { openPaytable } from '../reels/paytable.js';
import { names } from '../reels/symbols.js';

/** showPaytable opens the paytable for a stake. */
export function showPaytable(game, stake) {
  const sizes = game.bands.map((from, i) => {
    const next = game.bands[i + 1];
    if (next === undefined) return `${from}+`;
    return next === from + 1 ? String(from) : `${from}–${next - 1}`;
  });
  return openPaytable({
    shown: names.filter((name) => game.table[name]),
    pays: (name) =>
      game.table[name]
        .map((pay, band) => [sizes[band], money((pay * stake) / game.coins)])
        .reverse(),
    nodes: [
      el('p', { class: 'note', text: t('table.note', { amount: money(stake) }) }),
      el('p', { class: 'note', text: t('table.clusters') }),
      el(
        'p',
        { class: 'note' },
        `${t('table.climb')} `,
        el('bdi', { dir: 'ltr', text: game.multipliers.map((n) => `×${n}`).join(' ') }),
      ),
    ],
  });
}
