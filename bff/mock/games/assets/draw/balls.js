// The balls, the picks of a draw, and how they stand while balls are drawn.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const { game } = boot;
const each = game.balls / game.colours.length;

/** colourOf gives the colour of a ball. */
export const colourOf = (number) => game.colours[Math.floor((number - 1) / each)];

/** total adds up balls. */
export const total = (balls) => balls.reduce((sum, ball) => sum + ball, 0);

/** ball draws a ball with its number; look is a class beside. */
export const ball = (number, look = 'large') =>
  el(
    `span.ball.${colourOf(number)}.${look}`,
    { title: t(`colour.${colourOf(number)}`) },
    el('b', String(number)),
  );

/** balls draws small balls in a row. */
export const balls = (numbers) =>
  el(
    'bdi.balls',
    { dir: 'ltr' },
    numbers.map((number) => ball(number, 'small')),
  );

/** numbersOf gives the numbers of a pick of numbers, and nothing for other picks. */
export const numbersOf = (pick) =>
  /^(in|out) /.test(pick) ? pick.split(' ').slice(1).map(Number) : null;

function priceOf(pick) {
  const numbers = numbersOf(pick);
  if (!numbers) return game.prices[pick];
  return pick.startsWith('out') ? game.out : game.in[numbers.length - 1];
}

function nameOf(pick) {
  const numbers = numbersOf(pick);
  if (numbers) return numbers.join(' · ');
  const [market, answer] = pick.split('.');
  if (market === 'sum' && /\d/.test(answer)) return game.bands[answer].join('–');
  if (market === 'mix') return t(`mix.${answer}`);
  if (game.colours.includes(market)) return answer === '3' ? '3+' : answer;
  return t(game.colours.includes(answer) ? `colour.${answer}` : `half.${answer}`);
}

function marketOf(pick) {
  const numbers = numbersOf(pick);
  if (pick.startsWith('out ')) return t('market.out');
  if (numbers) return t(numbers.length > 1 ? 'market.all' : 'market.in');
  const [market] = pick.split('.');
  if (game.colours.includes(market)) return t('market.colour', { colour: t(`colour.${market}`) });
  return t(`market.${market}`);
}

/** verdict follows the casino's rules: null while balls that are not drawn yet may decide. */
function verdict(pick, balls) {
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
    const sum = total(balls);
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

function stateOf(bet, balls) {
  const won = bet.settled ? bet.win > 0 : verdict(bet.pick, balls);
  return won === null ? '' : won ? 'won' : 'lost';
}

/** drawPicks describes the picks; see rounds/picks.js. */
export const drawPicks = { nameOf, marketOf, priceOf, verdict, stateOf };
