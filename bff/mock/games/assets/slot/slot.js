// The slot: a stake is paid, the casino settles the round, the reels show its outcome.
import { boot, money, t } from '../frame/boot.js';
import { pause, post } from '../frame/calls.js';
import { el, fill } from '../frame/dom.js';
import { buildFrame, rules, showFailure, showInsufficientFunds, table } from '../frame/frame.js';
import { loadSymbols, names, picture } from './symbols.js';

const { game } = boot;
const [reelCount, rowCount, turning] = [5, 3, 14];
const still = window.matchMedia('(prefers-reduced-motion: reduce)');
const random = () => names[Math.floor(Math.random() * names.length)];
const some = (n) => Array.from({ length: n }, random);

/** Reel is one column of symbols. */
class Reel {
  constructor() {
    this.strip = el('div.strip');
    this.node = el('div.reel', this.strip);
    this.show(some(rowCount));
  }

  fill(symbols) {
    this.strip.style.height = `${(symbols.length / rowCount) * 100}%`;
    fill(
      this.strip,
      symbols.map((name) => el('div.cell', { 'data-symbol': name }, picture(name))),
    );
  }

  show(symbols) {
    this.motion?.cancel();
    this.shown = symbols;
    this.fill(symbols);
  }

  /** move shows a strip that passes from its end to its start. */
  move(symbols, options) {
    this.motion?.cancel();
    this.fill(symbols);
    const way = `translateY(${(rowCount / symbols.length - 1) * 100}%)`;
    this.motion = this.strip.animate([{ transform: way }, { transform: 'none' }], options);
  }

  /** roll turns endlessly; both ends of the strip are equal, so that the loop has no seam. */
  roll() {
    const duration = turning * 40;
    this.move([...this.shown, ...some(turning), ...this.shown], { duration, iterations: Infinity });
  }

  async land(symbols, ms) {
    this.move([...symbols, ...some(turning), ...some(rowCount)], {
      duration: ms,
      easing: 'ease-out',
    });
    await pause(ms); // a timer, not the animation, decides: a hidden tab draws no frames
    this.show(symbols);
  }
}

const reels = Array.from({ length: reelCount }, () => new Reel());
const layer = el('svg.lines', {
  viewBox: '0 0 500 300',
  preserveAspectRatio: 'none',
  'aria-hidden': 'true',
});
// Reels run from left to right in every language.
const board = el(
  'div.reels',
  { dir: 'ltr', role: 'img', 'aria-label': t('reels') },
  reels.map((reel) => reel.node),
);
const past = []; // settled rounds, the newest first
let busy = false;

const help = () => [
  el('p', t('table.note', { amount: money(frame.stake.value()) })),
  table(
    [t('pick'), '5×', '4×', '3×'],
    names.map((name) => [
      el('span.sample', picture(name)),
      ...game.table[name]
        .toReversed()
        .map((pay) => money((pay * frame.stake.value()) / game.paths.length)),
    ]),
  ),
  rules(t('table.lines', { n: game.paths.length }), t('table.wild'), t('rules.keys')),
];

const frame = buildFrame({
  help,
  past: () =>
    past.length === 0
      ? el('p', t('history.empty'))
      : table(
          [t('stake'), t('win')],
          past.map(({ stake, win }) => [money(stake), money(win)]),
        ),
  go: spin,
});
frame.button.classList.add('spin');
frame.button.textContent = t('spin');

/** light shows the winning lines, or none. */
function light(lines) {
  board.classList.toggle('lit', lines.length > 0);
  for (const cell of board.querySelectorAll('.won')) cell.classList.remove('won');
  fill(
    layer,
    lines.map(({ line, count }) => {
      const path = game.paths[line];
      path.slice(0, count).forEach((row, i) => reels[i].strip.children[row].classList.add('won'));
      const points = path.map((row, i) => `${i * 100 + 50},${row * 100 + 50}`).join(' ');
      return el('polyline', { points });
    }),
  );
}

async function land(grid) {
  if (still.matches) return reels.forEach((reel, i) => reel.show(grid[i]));
  return Promise.all(reels.map((reel, i) => reel.land(grid[i], 600 + i * 220)));
}

async function spin() {
  if (busy) return;
  busy = true;
  frame.button.disabled = true;
  const stake = frame.stake.value();
  try {
    if (await frame.wallet.covers(stake)) await play(stake);
    else await showInsufficientFunds();
  } finally {
    frame.wallet.hold(false);
    frame.stake.lock(false);
    frame.button.disabled = false;
    busy = false;
  }
}

async function play(stake) {
  light([]);
  frame.stake.lock(true);
  frame.wallet.hold(true);
  frame.wallet.win(0);
  frame.say(t('rolling'));
  if (!still.matches) reels.forEach((reel) => reel.roll());
  let round;
  try {
    round = await post('/spin', { stake });
  } catch (error) {
    reels.forEach((reel) => reel.show(reel.shown));
    frame.say(t('ready'));
    frame.wallet.hold(false);
    frame.wallet.refresh();
    await showFailure(error);
    return;
  }
  await land(round.grid);
  light(round.lines);
  const win = Math.round((round.win + round.jackpot) * 100) / 100;
  past.unshift({ stake, win });
  past.length = Math.min(past.length, 20);
  frame.wallet.show(round.balance);
  frame.wallet.paid(win, round.roundID);
  frame.say(t('nothing'));
  frame.announceWin(win);
  if (round.jackpot > 0) frame.say(`${t('jackpot.won')} ${money(round.jackpot)}`);
}

loadSymbols();
frame.stage.append(el('div.cabinet', board, layer));
