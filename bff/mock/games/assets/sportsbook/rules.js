// The rules of the book.
import { money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { price } from '../frame/numbers.js';

/** showRules opens the rules; terms are the house's. */
export function showRules(game, terms) {
  const paragraphs = [
    t('rules.odds'),
    t('rules.kinds', { n: terms.maxPicks }),
    t('rules.system', { n: terms.maxSystem, each: money(terms.minEach) }),
    t('rules.rounding'),
    t('rules.changed'),
    t('rules.live'),
    t('rules.settle'),
    t('rules.cash'),
    t('rules.overtime'),
    t('rules.void'),
    t('rules.limits', {
      min: money(game.min),
      max: money(game.max),
      win: money(terms.maxWin),
      odds: price(terms.maxOdds),
    }),
  ];
  const content = el(
    'div',
    { class: 'rules' },
    ...paragraphs.map((text) => el('p', { text })),
    el('p', {
      class: 'rule-rtp',
      text: `${t('table.rtp')}: ${t('rules.before')} ${rate(terms.before)} · ${t('rules.during')} ${rate(terms.during)}`,
    }),
    el('p', { text: t('rules.keys') }),
  );
  return openDialog({ title: t('rules'), content, wide: true });
}
