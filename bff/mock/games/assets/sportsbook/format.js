// Formats of times, scores and the state of a match.
import { boot, locale, t } from '../frame/boot.js';

const inZone = (options) =>
  new Intl.DateTimeFormat(locale, { timeZone: boot.game.zone, hourCycle: 'h23', ...options })
    .format;
const time = { hour: '2-digit', minute: '2-digit' };
const hour = inZone(time);
const weekday = inZone({ weekday: 'short', day: 'numeric', month: 'short' });

/** moment formats a day and a time. */
export const moment = inZone({ day: 'numeric', month: 'short', ...time });

/** dayName names the day n days after now. */
export function dayName(n, now) {
  if (n === 0) return t('day.today');
  if (n === 1) return t('day.tomorrow');
  return weekday(now + n * 86_400_000);
}

/** clock gives the time of a match: its start, its minute, its set, or that it is over. */
export function clock(match) {
  const { phase, minute, parts, unit, pause } = match;
  if (phase === 'soon') return hour(match.starts);
  if (phase === 'over') return t('clock.over');
  if (phase === 'abandoned') return t('clock.abandoned');
  if (pause) return t('clock.pause');
  if (unit === 'sets') return t('clock.set', { n: parts.length });
  // Isolated: in right-to-left text the prime would be on the wrong side.
  const minutes = `\u2066${minute}′\u2069`;
  if (match.sport === 'football') return minutes;
  if (unit === 'points' && parts.length > 4) return t('clock.overtime');
  return `${t('clock.period', { n: parts.length })} ${minutes}`;
}

/** started reports whether a match has a score. */
export const started = (match) => match.phase !== 'soon';

/** score formats the score of a match. */
export const score = (match) => match.score.join(' : ');

/** small gives the points of the running set; empty texts without one. */
export function small(match) {
  if (match.unit !== 'sets' || match.phase !== 'live') return ['', ''];
  return match.parts.at(-1).map(String);
}
