// How the book writes odds, times and the state of a match.
import { boot, locale, t } from '../frame/boot.js';

const { game } = boot;
const inZone = (options) => new Intl.DateTimeFormat(locale, { timeZone: game.zone, ...options });
const hours = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const days = inZone({ weekday: 'short', day: 'numeric', month: 'short' });
const moments = inZone({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** hour writes a time of day, moment a day and a time. */
const hour = (ms) => hours.format(ms);
export const moment = (ms) => moments.format(ms);

/** dayName names the day n days after now. */
export function dayName(n, now) {
  if (n === 0) return t('day.today');
  if (n === 1) return t('day.tomorrow');
  return days.format(now + n * 86_400_000);
}

/** clock says how far a match is: its start, its minute, its set, or that it is over. */
export function clock(match) {
  const { phase, minute, parts, unit, pause } = match;
  if (phase === 'soon') return hour(match.starts);
  if (phase === 'over') return t('clock.over');
  if (phase === 'abandoned') return t('clock.abandoned');
  if (pause) return t('clock.pause');
  if (unit === 'sets') return t('clock.set', { n: parts.length });
  // Isolated, or the prime would stand on the wrong side among letters from right to left.
  const minutes = `\u2066${minute}′\u2069`;
  if (match.sport === 'football') return minutes;
  if (unit === 'points' && parts.length > 4) return t('clock.overtime');
  return `${t('clock.period', { n: parts.length })} ${minutes}`;
}

/** begun tells whether a match has a score to show. */
export const begun = (match) => match.phase !== 'soon';

/** small is the score of the running set; empty where there is none. */
export function small(match) {
  if (match.unit !== 'sets' || match.phase !== 'live') return ['', ''];
  return match.parts.at(-1).map(String);
}
