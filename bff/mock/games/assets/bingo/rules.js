// The rules: how a round goes, what is paid and how likely, what the keys do.
import { boot, money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { times } from './prizes.js';

const figures = new Intl.NumberFormat(boot.lang === 'ar' ? 'en' : boot.lang, {
  style: 'percent',
  maximumSignificantDigits: 3,
});

/** showRules opens the rules. */
export function showRules({
  rtp,
  betting,
  balls,
  calls,
  cards,
  most,
  marks,
  table,
  chances,
  speaks,
}) {
  const rows = [1, 2, 3].map((row) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row', text: t(`rows.${row}`) }),
      ...marks.map((_, i) =>
        el(
          'td',
          {},
          el('bdi', { class: 'pays', dir: 'ltr', text: times(table[row - 1][i]) }),
          el('bdi', { class: 'chance', text: figures.format(chances[row - 1][i]) }),
        ),
      ),
    ),
  );
  const content = el(
    'div',
    { class: 'rules' },
    el(
      'ol',
      {},
      el('li', { text: t('rules.sale', { n: betting / 1000, cards, most: money(most) }) }),
      el('li', { text: t('rules.card', { balls, calls }) }),
      el('li', { text: t('rules.pay') }),
      el('li', { text: t('rules.mark') }),
      speaks ? el('li', { text: t('rules.voice') }) : '',
    ),
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col', text: t('rules.prize') }),
          ...marks.map((n) => el('th', { scope: 'col', text: t('until', { n }) })),
        ),
      ),
      el('tbody', {}, ...rows),
    ),
    el('p', { text: t('rules.odds') }),
    el('p', { class: 'small', text: `${t('table.rtp')}: ${rate(rtp)}` }),
    el('p', { class: 'small', text: t('rules.keys') }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
