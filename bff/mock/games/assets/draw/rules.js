// The rules: how a round goes, what is paid, what the keys do.
import { money, t } from '../frame/boot.js';
import { openRules } from '../rounds/rules.js';

/** showRules opens the rules. */
export function showRules({ rtp, betting, bets, most, balls, drawn, colours }) {
  const each = balls / colours.length;
  const ranges = colours
    .map((colour, i) => `${t(`colour.${colour}`)} ${i * each + 1}–${(i + 1) * each}`)
    .join(' · ');
  return openRules({
    points: [
      t('rules.bet', { n: betting / 1000, bets, most: money(most) }),
      t('rules.draw', { drawn, balls }),
      t('rules.colours', { ranges }),
      t('rules.low', { ball: balls / 2, sum: Math.floor((drawn * (balls + 1)) / 2) }),
      t('rules.pay'),
      t('rules.odds'),
    ],
    rtp,
    keys: t('rules.keys'),
  });
}
