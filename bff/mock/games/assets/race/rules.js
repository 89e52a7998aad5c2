// The rules of the race.
import { t } from '../frame/boot.js';
import { openRules } from '../rounds/rules.js';

/** showRules opens the rules. */
export function showRules({ rtp, betting, running }) {
  return openRules({
    points: [
      t('rules.time', { bets: betting / 1000, race: running / 1000 }),
      t('rules.win'),
      t('rules.place'),
      t('rules.price'),
      t('rules.closed'),
    ],
    rtp,
    keys: t('rules.keys'),
  });
}
