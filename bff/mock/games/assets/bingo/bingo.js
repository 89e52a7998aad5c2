// Bingo with ninety balls. The casino's clock runs the rounds, deals the cards and calls the
// balls; this page buys cards and shows what has been called.
import { boot, money, t } from '../frame/boot.js';
import { syncClock, now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready, showInsufficientFunds } from '../frame/frame.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { followRound } from '../rounds/follow.js';
import { send } from '../rounds/send.js';
import { Caller } from './caller.js';
import { Cards } from './cards.js';
import { Board, Prizes } from './hall.js';
import { prizeOf } from './prizes.js';
import { Room } from './room.js';
import { showRules } from './rules.js';
import { Till } from './till.js';
import { speak } from './voice.js';

const { game } = boot;
const frame = buildFrame({ showRules: () => showRules(game) });
const { stage, purse, say, announce } = frame;
const caller = new Caller(game);
const prizes = new Prizes(game);
const board = new Board(game);
const room = new Room();
const cards = new Cards({ announce });
const till = new Till(game, { announce, press });
const banner = el('p', { class: 'banner', 'aria-hidden': 'true' });
let table = null; // the casino's last answer
let last = null; // the player's last round that is over

stage.append(
  el(
    'div',
    { class: 'hall' },
    el('div', { class: 'draw' }, caller.node, prizes.node, board.node, room.node),
    cards.node,
  ),
  banner,
);
room.tools.append(board.button, cards.byHand.node);
frame.controls.append(till.node);

const selling = () => table.phase === 'buying' && now() < table.closes;
const heldOf = (bets) => bets.flatMap((b) => b.cards.map((c) => ({ price: b.price, rows: c })));

/** take shows what the casino has answered. */
function take(next) {
  syncClock(next.now);
  const before = table;
  table = next;
  const fresh = !before || before.round !== next.round;
  const calls = fresh ? 0 : before.calls.length;
  purse.show(next.balance);
  if (fresh) purse.win(0);
  caller.show(next);
  prizes.show(next.calls.length);
  board.show(next.calls);
  room.show(next);
  cards.show(next, heldOf(next.bets));
  if (before && next.calls.length > calls) called(next, calls);
  finish(next, Boolean(before));
  if (fresh || before.phase !== next.phase) turn(before, fresh);
  till.show(next, selling());
}

const sum = (prizes) => prizes.reduce((all, prize) => all + prize.amount, 0);

/** called tells of the balls that are new, and of what the player's cards have won by them. */
function called({ calls, bets }, before) {
  if (game.speaks) speak(calls.at(-1));
  else play('click');
  const won = heldOf(bets).flatMap((card) => prizeOf(card, calls));
  const fresh = won.filter((prize) => prize.call > before);
  purse.win(sum(won));
  if (fresh.length) celebrate(Math.max(...fresh.map((prize) => prize.rows)), sum(fresh));
}

let clearing = 0;

function celebrate(rows, amount) {
  const text = t('won', { prize: t(`rows.${rows}`), amount: money(amount) });
  say(text);
  announce(text);
  banner.textContent = text;
  banner.classList.add('shown');
  play(rows > 1 ? 'big' : 'win');
  if (rows > 1) sparkle(stage, rows * 700, ['#ffd23f', '#ff5c7a', '#5bd8ff', '#fff']);
  clearTimeout(clearing);
  clearing = setTimeout(() => banner.classList.remove('shown'), 1500 + rows * 500);
}

/** finish tells the site and the player what a round has come to. */
function finish(next, told) {
  const past = next.past[0];
  if (!past || past.id === last) return;
  last = past.id;
  if (past.round === next.round) purse.win(past.win);
  if (!told) return;
  const { win } = past;
  say(win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing'));
  frame.announceWin(win);
  purse.paid(win, past.id);
}

/** standing says how far the round is. */
function standing() {
  const words = { buying: 'sale', 'call.0': 'starts', over: 'over' };
  return t(words[table.phase] ?? 'calling');
}

/** turn follows the round into its next phase. */
function turn(before, fresh) {
  const { phase } = table;
  if (phase === 'buying') {
    say(standing());
    if (till.queued || till.repeats) buy();
  } else if (phase === 'call.0') {
    say(standing());
    if (before && table.bets.length) announce(t('say.begin'));
  } else if (phase.startsWith('call') && (fresh || before.calls.length === 0)) {
    say(standing());
  } else if (phase === 'over' && table.bets.length === 0) say(standing());
}

/** press is the till's button, and its key. */
function press() {
  if (!table || till.busy) return;
  if (till.queued) till.rest();
  else if (selling() || purse.balance() < till.count * till.price) buy();
  else {
    till.queued = true;
    play('click');
    announce(t('say.queued', { n: till.count }));
  }
  till.show(table, selling());
}

/** buy asks the casino for cards of the round on sale. */
async function buy() {
  till.queued = false;
  const { count, price } = till;
  if (count === 0 || till.busy) return;
  if (purse.balance() < count * price) {
    till.rest();
    await showInsufficientFunds();
    return;
  }
  const bought = await send(
    '/buy',
    { round: table.round, cards: count, price },
    {
      take,
      busy(is) {
        till.busy = is;
        till.show(table, selling());
      },
      failed: () => till.rest(),
      again: buy,
      say, // that the sale closed in between is seen in the hall
    },
  );
  if (!bought) return;
  play('scatter');
  const words = { n: count, amount: money(count * price), balance: money(purse.balance()) };
  announce(t('say.bought', words));
}

ready({
  ' ': press,
  ArrowUp: () => till.add(1),
  ArrowDown: () => till.add(-1),
  '+': () => till.steps.move(1),
  '-': () => till.steps.move(-1),
  m: () => cards.byHand.press(),
  M: () => cards.byHand.press(),
  d: () => cards.markAll(),
  D: () => cards.markAll(),
});
setInterval(() => {
  if (!table) return;
  caller.tick(table, now());
  till.show(table, selling());
}, 200);
followRound(take, { node: stage, say, back: () => say(standing()) });
