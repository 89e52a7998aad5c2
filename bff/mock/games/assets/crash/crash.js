// The crash game. The casino's clock runs the rounds and decides what a cash-out is paid;
// this page shows where the clock stands and sends the player's wishes.
import { boot, money, t } from '../frame/boot.js';
import { syncClock, now } from '../frame/clock.js';
import { el, write } from '../frame/dom.js';
import { buildFrame, ready, showInsufficientFunds } from '../frame/frame.js';
import { animate } from '../frame/motion.js';
import { times } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { followRound } from '../rounds/follow.js';
import { send } from '../rounds/send.js';
import { settled } from '../rounds/settled.js';
import { Board, History } from './board.js';
import { grade, multiplierAt, timeOf } from './format.js';
import { Hand } from './hand.js';
import { showRules } from './rules.js';
import { Scene } from './scene.js';

const { game } = boot;
const frame = buildFrame({ showRules: () => showRules(game) });
const { stage, purse, say, announce } = frame;
const board = new Board();
const history = new History(board.button);
const figure = el('strong', { class: 'multiplier', dir: 'ltr' });
const beneath = el('span', { class: 'beneath' });
const fuel = el('i');
const hud = el('div', { class: 'hud' }, figure, beneath, el('div', { class: 'fuel' }, fuel));
const scene = new Scene(stage, game.look, game.growth);
const hands = [0, 1].map((index) => new Hand(index, game, { announce, press }));
let active = hands[0];
let table = null; // the casino's last answer

document.getElementById('game').append(history.node, board.node);
document.body.classList.add(game.look);
stage.append(hud);
frame.controls.append(...hands.map((hand) => hand.node));
for (const hand of hands) hand.node.addEventListener('focusin', () => (active = hand));

/** phase tells how far the round is by this page's reckoning. */
function phase() {
  if (table.phase === 'crashed') return 'crashed';
  return now() < table.takeoff ? 'betting' : 'flying';
}

const betOf = (hand) => table.bets.find((b) => b.round === table.round && b.hand === hand.index);

/** take shows what the casino has answered. */
function take(next) {
  if (!syncClock(next.now)) return;
  const before = table;
  table = next;
  purse.show(next.balance);
  history.show(next.history);
  board.mine(next.bets, next.round, next.phase);
  settle(next.bets);
  const fresh = !before || before.round !== next.round;
  if (fresh) begin();
  if (!before || fresh || before.phase !== next.phase) turn(fresh ? null : before?.phase);
  for (const hand of hands) shape(hand);
  if (!before) animate(paint, 150);
}

/** begin clears what the last round has left. */
function begin() {
  scene.clear();
  purse.win(0);
  for (const hand of hands) hand.tell('');
}

/** turn follows the round into its next phase. */
function turn(from) {
  if (table.phase === 'betting') {
    say(t('boarding'));
    for (const hand of hands) {
      if ((hand.queued || hand.repeats) && !hand.busy && !betOf(hand)) place(hand);
    }
  } else if (table.phase === 'flying') {
    say(t('airborne'));
    if (from) play('roll');
    if (table.bets.some((b) => b.round === table.round && !b.settled)) announce(t('say.takeoff'));
  } else {
    const m = times(table.point);
    say(t(table.point >= game.cap ? 'top' : 'gone', { m }));
    if (from) play('stop');
    const mine = table.bets.filter((b) => b.round === table.round);
    const lost = mine.some((b) => b.settled && b.win === 0);
    if (from) announce(t(lost ? 'say.lost' : 'say.gone', { m, balance: money(table.balance) }));
    for (const hand of hands) {
      const bet = betOf(hand);
      if (bet?.settled && bet.win === 0) hand.tell('lost', 0, bet.stake);
    }
  }
}

/** settle shows the bets that have been decided since the last answer. */
function settle(bets) {
  const { fresh, first } = settled(bets);
  for (const bet of fresh) {
    if (first && bet.round !== table.round) continue;
    if (bet.win > 0) won(bet, first);
    if (!first) purse.paid(bet.win, bet.id);
  }
}

function won(bet, quiet) {
  const m = times(bet.paid);
  if (bet.round === table.round) {
    hands[bet.hand].tell('won', bet.paid, bet.win);
    scene.flag(timeOf(bet.paid));
    const all = table.bets.filter((b) => b.round === bet.round);
    purse.win(all.reduce((sum, b) => sum + b.win, 0));
  }
  if (quiet) return;
  play(bet.paid >= 1000 ? 'big' : 'win');
  say(t('cashed', { m, amount: money(bet.win) }));
  announce(t('say.cashed', { m, amount: money(bet.win), balance: money(table.balance) }));
}

/** shape gives a hand the look of what it can do now. */
function shape(hand) {
  if (hand.busy) return hand.show('sent');
  const bet = betOf(hand);
  const at = phase();
  if (bet && !bet.settled) {
    hand.adopt(bet);
    if (at === 'betting') hand.show('placed');
    else hand.show('flying', (bet.stake * multiplierAt(now() - table.takeoff)) / 100);
  } else if (hand.queued || (hand.repeats && (bet || at !== 'betting'))) hand.show('queued');
  else hand.show(at === 'betting' && !bet ? 'idle' : 'wait');
}

/** press is a hand's button, and its key. */
function press(hand) {
  active = hand;
  if (!table || hand.busy) return;
  shape(hand);
  // Who meant to cash and came too late has not meant to bet.
  if (hand.state !== 'flying' && performance.now() - (hand.wasFlying ?? -1e9) < 700) return;
  const short = hand.state === 'wait' && purse.balance() < hand.stake; // told at once
  if (hand.state === 'idle' || short) place(hand);
  else if (hand.state === 'flying') cash(hand);
  else if (hand.state === 'queued') hand.rest();
  else if (hand.state === 'wait') {
    hand.queued = true;
    play('click');
  }
  shape(hand);
}

/** place stakes on the round that takes bets now. */
async function place(hand) {
  hand.queued = false;
  if (purse.balance() < hand.stake) {
    for (const h of hands) h.rest();
    await showInsufficientFunds();
    return;
  }
  const { stake, auto } = hand;
  if (!(await move(hand, '/stake', { round: table.round, hand: hand.index, stake, auto }))) return;
  play('click');
  announce(t('say.placed', { amount: money(stake) }));
}

const cash = (hand) => move(hand, '/cash', { bet: betOf(hand).id });

/** move asks the casino for one, and tells whether it was made; one at a time for a hand. */
const move = (hand, path, wish) =>
  send(path, wish, {
    take,
    busy(is) {
      hand.busy = is;
      shape(hand);
    },
    failed: () => hand.rest(),
    again: () => move(hand, path, wish),
    say,
    passing: ['closed', 'no bet', 'busy'],
  });

let crowded = 0;

/** paint shows the present moment. */
function paint(time) {
  const at = phase();
  const aloft = (at === 'crashed' ? table.crash : now()) - table.takeoff;
  const air = at === 'betting' ? -1 : Math.min(aloft, timeOf(game.cap));
  const left = table.takeoff - now();
  const risen = at === 'betting' ? 0 : at === 'crashed' ? table.point : multiplierAt(air);
  hud.dataset.phase = at;
  hud.dataset.grade = grade(risen);
  write(figure, at === 'betting' ? String(Math.ceil(Math.max(left, 0) / 1000)) : times(risen));
  write(
    beneath,
    at === 'betting'
      ? t('countdown')
      : at === 'crashed'
        ? t(table.point >= game.cap ? 'top' : 'gone', { m: '' }).replace(/^\s*·\s*/, '')
        : '',
  );
  if (at === 'betting') fuel.style.scale = `${Math.min(Math.max(left / game.betting, 0), 1)} 1`;
  scene.draw({ air, crashed: at === 'crashed' ? now() - table.crash : -1, time });
  for (const hand of hands) {
    if (hand.state === 'flying') hand.wasFlying = performance.now();
    shape(hand);
  }
  if (time - crowded > 200) {
    crowded = time;
    board.crowd(table.others, Math.max(left, 0), risen);
  }
}

ready({
  ' ': () => press(hands[0]),
  1: () => press(hands[0]),
  2: () => press(hands[1]),
  ArrowUp: () => active.steps.move(1),
  ArrowDown: () => active.steps.move(-1),
});
followRound(take, { node: hud, say, back: () => turn(null) });
