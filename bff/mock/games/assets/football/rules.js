// The rules: how a round goes, what is paid, what the keys do.
import { money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';

/** showRules opens the rules. */
export function showRules({ rtp, betting, bets, most }) {
  const content = el(
    'div',
    { class: 'rules' },
    el(
      'ol',
      {},
      el('li', { text: t('rules.bet', { n: betting / 1000, bets, most: money(most) }) }),
      el('li', { text: t('rules.play') }),
      el('li', { text: t('rules.pay') }),
      el('li', { text: t('rules.odds') }),
    ),
    el('p', { class: 'small', text: `${t('table.rtp')}: ${rate(rtp)}` }),
    el('p', { class: 'small', text: t('rules.keys') }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
