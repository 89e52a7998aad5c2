// What the player may read of the rules and returns.
import { boot, money, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

/** rules builds the dialog's content. */
export function rules() {
  const { game } = boot;
  const returns = `${t('table.rtp')}: ${rate(game.rtp)} · ${t('rules.insurance.back', { rate: rate(game.insurance) })}`;
  const parts = ['game', 'moves', 'split', 'insurance', 'shoe', 'time'].map((key) =>
    t(`rules.${key}`),
  );
  const stakes = t('rules.stakes', {
    min: money(game.min),
    max: money(game.max),
  });
  return el(
    'div',
    { class: 'rules' },
    ...[...parts, stakes, t('rules.rtp'), returns, t('rules.hand.keys')].map((text) =>
      el('p', { text }),
    ),
  );
}
