// The betting rules.
import { boot, money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { price } from '../frame/numbers.js';

/** showRules opens the rules with the house's terms. */
export function showRules(terms) {
  const { min, max } = boot.game;
  const paragraphs = [
    t('rules.odds'),
    t('rules.kinds', { n: terms.maxPicks }),
    t('rules.system', { n: terms.maxSystem, each: money(terms.minEach) }),
    ...['rounding', 'changed', 'live', 'settle', 'cash', 'overtime', 'void'].map((rule) =>
      t(`rules.${rule}`),
    ),
    t('rules.limits', {
      min: money(min),
      max: money(max),
      win: money(terms.maxWin),
      odds: price(terms.maxOdds),
    }),
  ];
  const rates = [
    `${t('rules.before')} ${rate(terms.before)}`,
    `${t('rules.during')} ${rate(terms.during)}`,
  ];
  const content = el(
    'div.rules',
    paragraphs.map((text) => el('p', text)),
    el('p.rule-rtp', `${t('table.rtp')}: ${rates.join(' · ')}`),
    el('p', t('rules.keys')),
  );
  return openDialog({ title: t('rules'), content, wide: true });
}
