// The rules: how a round goes, what is paid and how likely, what the keys do.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { chance } from '../frame/numbers.js';
import { table } from '../frame/tables.js';
import { openRules } from '../rounds/rules.js';
import { times } from './prizes.js';

/** showRules opens the rules. */
export function showRules(game) {
  const { betting, balls, calls, cards, most, marks, chances } = game;
  const prizes = [1, 2, 3].map((row) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row', text: t(`rows.${row}`) }),
      ...marks.map((_, i) =>
        el(
          'td',
          {},
          el('bdi', { class: 'pays', dir: 'ltr', text: times(game.table[row - 1][i]) }),
          el('bdi', { class: 'chance', text: chance(chances[row - 1][i]) }),
        ),
      ),
    ),
  );
  return openRules({
    points: [
      t('rules.sale', { n: betting / 1000, cards, most: money(most) }),
      t('rules.card', { balls, calls }),
      t('rules.pay'),
      t('rules.mark'),
      ...(game.speaks ? [t('rules.voice')] : []),
    ],
    nodes: [
      table([t('rules.prize'), ...marks.map((n) => t('until', { n }))], prizes),
      el('p', { text: t('rules.odds') }),
    ],
    rtp: game.rtp,
    keys: t('rules.keys'),
  });
}
