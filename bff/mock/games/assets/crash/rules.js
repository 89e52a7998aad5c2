// The rules: how a round goes, how likely each multiplier is, what the keys do.
import { rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { chance, times } from '../frame/numbers.js';
import { cell, table } from '../frame/tables.js';
import { openRules } from '../rounds/rules.js';

const marks = [110, 150, 200, 300, 500, 1000, 5000, 10000, 100000];

/** showRules opens the rules. */
export function showRules({ rtp, cap, betting }) {
  const odds = marks.map((m) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('bdi', { dir: 'ltr', text: times(m) })),
      cell(chance(rtp / m)),
    ),
  );
  return openRules({
    points: [
      t('rules.bet', { n: betting / 1000 }),
      t('rules.rise'),
      t('rules.auto'),
      t('rules.time'),
      t('rules.cap', { cap: times(cap) }),
    ],
    nodes: [
      el('p', { text: t('rules.odds', { rate: rate(rtp) }) }),
      table([t('multiplier'), t('rules.chance')], odds),
    ],
    rtp,
    keys: t('rules.keys'),
  });
}
