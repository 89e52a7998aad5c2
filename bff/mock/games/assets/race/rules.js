// The rules of the race.
import { rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';

/** showRules opens the rules. */
export function showRules({ rtp, betting, running }) {
  const content = el(
    'div',
    { class: 'rules' },
    el(
      'ul',
      {},
      el('li', { text: t('rules.time', { bets: betting / 1000, race: running / 1000 }) }),
      el('li', { text: t('rules.win') }),
      el('li', { text: t('rules.place') }),
      el('li', { text: t('rules.price') }),
      el('li', { text: t('rules.closed') }),
    ),
    el('p', { text: `${t('table.rtp')}: ${rate(rtp)}` }),
    el('p', { text: t('rules.keys') }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
