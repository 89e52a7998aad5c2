// What the balls and the picks are called, and how picks stand while balls are drawn.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const { game } = boot;
const each = game.balls / game.colours.length;
/** colourOf gives the colour of a ball. */
export const colourOf = (number) => game.colours[Math.floor((number - 1) / each)];

/** ball draws one ball with its number. */
export const ball = (number, name = '') =>
  el(
    'span',
    { class: `ball ${colourOf(number)} ${name}`, title: t(`colour.${colourOf(number)}`) },
    el('b', { text: String(number) }),
  );

const numbersOf = (pick) => (/^(in|out) /.test(pick) ? pick.split(' ').slice(1).map(Number) : null);

/** priceOf gives what a pick pays, in hundredths. */
export function priceOf(pick) {
  const numbers = numbersOf(pick);
  if (!numbers) return game.prices[pick];
  return pick.startsWith('out') ? game.out : game.in[numbers.length - 1];
}

/** pickName writes a pick's answer; its market's name is beside it. */
export function pickName(pick) {
  const numbers = numbersOf(pick);
  if (numbers) return numbers.join(' · ');
  const [market, answer] = pick.split('.');
  if (market === 'sum' && /\d/.test(answer)) return game.bands[answer].join('–');
  if (market === 'mix') return t(`mix.${answer}`);
  if (game.colours.includes(market)) return answer === '3' ? '3+' : answer;
  return t(game.colours.includes(answer) ? `colour.${answer}` : `half.${answer}`);
}

/** marketName writes what a pick is about. */
export function marketName(pick) {
  const numbers = numbersOf(pick);
  if (numbers) {
    if (pick.startsWith('out')) return t('market.out');
    return t(numbers.length > 1 ? 'market.all' : 'market.in');
  }
  const [market] = pick.split('.');
  if (game.colours.includes(market)) return t('market.colour', { colour: t(`colour.${market}`) });
  return t(`market.${market}`);
}

/** pickWhole writes a pick with its market, for a list. */
export const pickWhole = (pick) => `${marketName(pick)}: ${pickName(pick)}`;

/**
 * verdict tells whether a pick has won by the balls so far: true, false, or null while the
 * rest may still decide it. The casino pays by the same rules.
 */
export function verdict(pick, balls) {
  const left = game.drawn - balls.length;
  const numbers = numbersOf(pick);
  if (numbers) {
    const missing = numbers.filter((n) => !balls.includes(n)).length;
    if (pick.startsWith('out')) return missing === 0 ? false : left === 0 || null;
    if (missing === 0) return true;
    return missing > left ? false : null;
  }
  const [market, answer] = pick.split('.');
  if (market === 'first') return balls.length === 0 ? null : half(answer, balls[0], game.balls / 2);
  if (market === 'sum') {
    const sum = balls.reduce((a, b) => a + b, 0);
    if (left > 0) return null;
    if (!/\d/.test(answer)) return half(answer, sum, (game.drawn * (game.balls + 1)) / 2);
    const [from, to] = game.bands[answer];
    return sum >= from && sum <= to;
  }
  const counts = game.colours.map((c) => balls.filter((n) => colourOf(n) === c).length);
  if (market === 'mix') {
    const absent = counts.filter((n) => n === 0).length;
    const reached = answer === 'all' ? absent === 0 : Math.max(...counts) >= 3;
    const far = answer === 'all' ? absent : 3 - Math.max(...counts);
    return reached || (far > left ? false : null);
  }
  const count = counts[game.colours.indexOf(market)];
  const wanted = Number(answer);
  if (wanted === 3) return count >= 3 || (count + left < 3 ? false : null);
  if (count > wanted || count + left < wanted) return false;
  return left === 0 || null;
}

function half(answer, value, middle) {
  if (answer === 'odd') return value % 2 === 1;
  if (answer === 'even') return value % 2 === 0;
  if (answer === 'low') return value <= middle;
  if (answer === 'high') return value > middle;
  return colourOf(value) === answer;
}
