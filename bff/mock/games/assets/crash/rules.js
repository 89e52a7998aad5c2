// The rules: how a round goes, how likely each multiplier is, what the keys do.
import { boot, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { times } from './format.js';

const marks = [110, 150, 200, 300, 500, 1000, 5000, 10000, 100000];

/** showRules opens the rules. */
export function showRules({ rtp, cap, betting }) {
  const odds = marks.map((m) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('bdi', { dir: 'ltr', text: times(m) })),
      el('td', {}, el('bdi', { text: chance((rtp / m) * 100) })),
    ),
  );
  const content = el(
    'div',
    { class: 'rules' },
    el(
      'ol',
      {},
      el('li', { text: t('rules.bet', { n: betting / 1000 }) }),
      el('li', { text: t('rules.rise') }),
      el('li', { text: t('rules.auto') }),
      el('li', { text: t('rules.time') }),
      el('li', { text: t('rules.cap', { cap: times(cap) }) }),
    ),
    el('p', { text: t('rules.odds', { rate: rate(rtp) }) }),
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col', text: t('multiplier') }),
          el('th', { scope: 'col', text: t('rules.chance') }),
        ),
      ),
      el('tbody', {}, ...odds),
    ),
    el('p', { class: 'small', text: `${t('table.rtp')}: ${rate(rtp)}` }),
    el('p', { class: 'small', text: t('rules.keys') }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}

const figures = new Intl.NumberFormat(boot.lang === 'ar' ? 'en' : boot.lang, {
  style: 'percent',
  maximumSignificantDigits: 3,
});

const chance = (percent) => figures.format(percent / 100);
