// A live table of roulette. The casino spins and pays; this page lays chips and shows the wheel.
import { boot, money, t } from '../frame/boot.js';
import { el, write } from '../frame/dom.js';
import { buildFrame, rules, table } from '../frame/frame.js';
import { newKey, picksText, Rounds } from '../frame/rounds.js';
import { Wheel } from './wheel.js';

const { prices, most, red, dealer, betting } = boot.game;
const colourOf = (n) => (n === 0 ? 'green' : red.includes(n) ? 'red' : 'black');
const isNumber = (spot) => /^\d+$/.test(spot);

/** spotName gives the name of a spot: a number with its colour, or the name of an outside bet. */
const spotName = (spot) =>
  isNumber(spot) ? `${spot} ${t(`pick.${colourOf(Number(spot))}`)}` : label(spot);
const label = (spot) => t(/^(red|black|odd|even)$/.test(spot) ? `pick.${spot}` : `spot.${spot}`);

// Stakes by spot that are not placed yet. The casino does not see them, because a refund of each
// removed chip would count as wagering.
const pending = new Map();
let last = new Map(); // the last placed bet

const wheel = new Wheel();
const countdown = el('div.countdown');
const button = (name, act) => el('button.secondary', { text: t(name), onclick: act });
const clear = button('clear', () => change(() => pending.clear()));
const repeat = button('rebet', () => change(() => last.forEach((sum, spot) => lay(spot, sum))));
const cells = new Map(layout().map((cell) => [cell.spot, makeCell(cell)]));
const board = el('div.board', { role: 'group', 'aria-label': t('board'), dir: 'ltr' }, [
  ...cells.values(),
]);

const help = () => [
  rules(t('rules.roulette'), t('rules.draw', { n: betting / 1000, most: money(most) })),
  table(
    [t('bet'), t('rules.pays')],
    ['0', 'dozen1', 'column1', 'red'].map((spot) => [
      isNumber(spot) ? t('kind.straight') : spotName(spot),
      `${prices[spot] / 100 - 1} : 1`,
    ]),
  ),
];

const frame = buildFrame({
  help,
  past: () => rounds.history((bet) => picksText(bet, spotName)),
  go,
});
frame.button.classList.add('place');
const rounds = new Rounds(frame, { show, paint });

/** layout gives the spots of the board with their columns, rows and spans. */
function layout() {
  const numbers = Array.from({ length: 36 }, (_, i) => i + 1).map((n) => ({
    spot: String(n),
    x: Math.ceil(n / 3) + 1,
    y: 3 - ((n - 1) % 3),
  }));
  const third = [1, 2, 3].flatMap((n) => [
    { spot: `column${n}`, x: 14, y: 4 - n },
    { spot: `dozen${n}`, x: n * 4 - 2, y: 4, w: 4 },
  ]);
  const half = ['low', 'even', 'red', 'black', 'odd', 'high'].map((spot, i) => ({
    spot,
    x: i * 2 + 2,
    y: 5,
    w: 2,
  }));
  return [{ spot: '0', x: 1, y: 1, h: 3 }, ...numbers, ...third, ...half];
}

function makeCell({ spot, x, y, w = 1, h = 1 }) {
  return el(
    'button.cell',
    {
      class: isNumber(spot) ? colourOf(Number(spot)) : `outside ${spot}`,
      style: { '--x': x, '--y': y, '--w': w, '--h': h },
      onclick: () => change(() => lay(spot, frame.stake.value())),
    },
    el('span', { text: isNumber(spot) ? spot : label(spot) }),
    el('span.chip', { hidden: true, 'data-spot': spot, 'aria-hidden': 'true' }),
  );
}

function change(act) {
  if (!rounds.open) return;
  act();
  showChips();
}

function lay(spot, sum) {
  if (total() + sum > most) return frame.say(t('limit', { max: money(most) }));
  pending.set(spot, (pending.get(spot) ?? 0) + sum);
  frame.announce(`${spotName(spot)}: ${money(pending.get(spot))}`);
}

const sumOf = (sums) => [...sums].reduce((sum, n) => sum + n, 0);
const total = () => sumOf(pending.values()) + sumOf(rounds.mine.map((bet) => bet.stake));

async function go() {
  if (!rounds.open || pending.size === 0) return;
  const bets = Object.fromEntries(pending);
  const amount = sumOf(pending.values());
  if (!(await rounds.send('/bet', { key: newKey(), bets }, amount))) return;
  last = new Map(pending);
  pending.clear();
  showChips();
  frame.announce(t('say.placed', { amount: money(amount) }));
}

/** showChips draws the accepted chips of the round and those that are not placed yet. */
function showChips() {
  const { phase, outcome } = rounds.state;
  for (const [spot, cell] of cells) {
    const chip = cell.querySelector('.chip');
    const standing = sumOf(rounds.mine.map((bet) => bet.picks[spot] ?? 0));
    const sum = standing + (pending.get(spot) ?? 0);
    chip.hidden = sum === 0;
    chip.classList.toggle('pending', pending.has(spot));
    chip.classList.toggle('standing', !pending.has(spot));
    write(chip, sum < 1000 ? String(sum) : `${Math.floor(sum / 100) / 10}K`);
    cell.setAttribute('aria-label', sum > 0 ? `${spotName(spot)}, ${money(sum)}` : spotName(spot));
    cell.classList.toggle('fell', phase === 'over' && spot === outcome);
  }
}

function show(state, before) {
  frame.stage.dataset.phase = state.phase;
  rounds.showPast((n) => el('bdi', { class: colourOf(Number(n)), text: n }));
  if (state.phase !== 'betting') pending.clear();
  showChips();
  wheel.take(state);
  if (before?.phase === state.phase && before.round === state.round) return;
  if (state.phase === 'betting') frame.wallet.win(0);
  const text = {
    betting: t('open'),
    playing: t('phase.playing'),
    over: t('over', { outcome: spotName(state.outcome ?? '0') }),
  }[state.phase];
  frame.say(text);
  frame.announce(text);
}

function paint() {
  const { phase, closes, ends } = rounds.state;
  wheel.paint();
  countdown.hidden = phase === 'playing';
  const over = phase === 'over';
  write(countdown, t(over ? 'next' : 'closes', { n: rounds.seconds(over ? ends : closes) }));
  const sum = sumOf(pending.values());
  frame.button.disabled = !rounds.open || sum === 0;
  write(frame.button, sum > 0 ? `${t('place')} · ${money(sum)}` : t('place'));
  clear.disabled = pending.size === 0;
  repeat.disabled = !rounds.open || last.size === 0 || pending.size > 0;
}

frame.stage.append(
  el(
    'div.floor',
    el(
      'div.side',
      wheel.node,
      el('p.dealer', `${t('dealer')}: `, el('bdi', dealer)),
      countdown,
      el('div.hand', clear, repeat),
    ),
    el('div.cloth.scroll', rounds.past, board),
  ),
);
