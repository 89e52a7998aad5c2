// The rules: how a round goes, what is paid, what the keys do.
import { money, t } from '../frame/boot.js';
import { openRules } from '../rounds/rules.js';

/** showRules opens the rules. */
export function showRules({ rtp, betting, bets, most }) {
  return openRules({
    points: [
      t('rules.bet', { n: betting / 1000, bets, most: money(most) }),
      t('rules.play'),
      t('rules.pay'),
      t('rules.odds'),
    ],
    rtp,
    keys: t('rules.keys'),
  });
}
