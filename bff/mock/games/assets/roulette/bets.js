// The bets of roulette, and where they are on the layout: a grid of 14 by 5 with the zero,
// twelve streets and the columns; three rows of numbers, the dozens, the even chances.
import { boot, t } from '../frame/boot.js';

const { spots, red } = boot.game.layout;
const reds = new Set(red);

export const wide = 14;
export const high = 5;

/** numbersOf gives the numbers of a bet. */
export const numbersOf = (name) => spots[name];

/** colourOf gives the colour of a number. */
export const colourOf = (n) => (n === 0 ? 'green' : reds.has(n) ? 'red' : 'black');

const cell = (x, y, w = 1, h = 1) => ({ x, y, w, h });

/** outside are the cells of bets that are no numbers. */
export const outside = {
  dozen1: cell(1, 3, 4),
  dozen2: cell(5, 3, 4),
  dozen3: cell(9, 3, 4),
  column1: cell(13, 2),
  column2: cell(13, 1),
  column3: cell(13, 0),
  low: cell(1, 4, 2),
  even: cell(3, 4, 2),
  red: cell(5, 4, 2),
  black: cell(7, 4, 2),
  odd: cell(9, 4, 2),
  high: cell(11, 4, 2),
};

/** cells are all cells by their bets' names. */
export const cells = { 0: cell(0, 0, 1, 3) };
for (let n = 1; n <= 36; n++) cells[n] = cell(1 + Math.floor((n - 1) / 3), 2 - ((n - 1) % 3));
Object.assign(cells, outside);

/** middle gives the middle of a cell. */
export const middle = (of) => ({ x: of.x + of.w / 2, y: of.y + of.h / 2 });

/** pointOf gives where the chips of a bet are. */
export function pointOf(name) {
  if (cells[name]) return middle(cells[name]);
  const numbers = spots[name];
  const points = numbers.filter((n) => n > 0).map((n) => middle(cells[n]));
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const zero = numbers[0] === 0;
  // Streets, lines and the first four are at the edge of their numbers.
  const across = numbers.length === 6 || (numbers.length === 3 && !zero);
  const y = across || (numbers.length === 4 && zero) ? 3 : mean('y');
  return { x: zero ? 1 : mean('x'), y };
}

/** between are the bets at the edges and corners of numbers. */
export const between = Object.entries(spots)
  .filter(([name]) => name.includes('-'))
  .map(([name, numbers]) => ({ name, numbers, ...pointOf(name) }));

/** spotAt gives the bet at a point, or null. */
export function spotAt({ x, y }) {
  let best = null;
  for (const spot of between) {
    const dx = Math.abs(spot.x - x);
    const dy = Math.abs(spot.y - y);
    const { length } = spot.numbers;
    // A corner is met close to it, a split or a street along its whole edge.
    const corner = dx < 0.24 && dy < 0.24;
    const long = length === 2 || (length === 3 && spot.y === 3);
    const along = long && ((dx < 0.2 && dy < 0.3) || (dy < 0.2 && dx < 0.3));
    const far = dx + dy + (corner ? 0 : 1);
    if ((corner || along) && (!best || far < best.far)) best = { name: spot.name, far };
  }
  return best?.name ?? cellAt(x, y);
}

/** cellAt gives the bet whose cell holds a point, or null. */
export const cellAt = (x, y) =>
  Object.keys(cells).find((name) => {
    const of = cells[name];
    return x >= of.x && x < of.x + of.w && y >= of.y && y < of.y + of.h;
  }) ?? null;

const kinds = { 1: 'straight', 2: 'split', 3: 'street', 4: 'corner', 6: 'line' };

/** spotText names a bet: "Split 8/9", "Red". */
export const spotText = (name) =>
  outside[name]
    ? t(`spot.${name}`)
    : `${t(`kind.${kinds[spots[name].length]}`)} ${spots[name].join('/')}`;
