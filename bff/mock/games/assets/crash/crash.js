// The crash game. The casino's clock runs the rounds and decides what a cash-out is paid;
// this page shows where the clock stands and sends the player's wishes.
import { boot, money, t } from '../frame/boot.js';
import { heard, now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { follow } from '../frame/follow.js';
import { buildFrame, onKeys, tellFailure, tellShortOfMoney } from '../frame/frame.js';
import { still } from '../frame/motion.js';
import { tell } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { look, post } from '../frame/table.js';
import { Board, History } from './board.js';
import { grade, multiplierAt, timeOf, times } from './format.js';
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
const hands = [0, 1].map(
  (index) =>
    new Hand(index, {
      stakes: game.stakes,
      start: game.stake,
      announce,
      press,
    }),
);
let active = hands[0];
let table = null; // the casino's last answer
let known = null; // bets of this seat that have been shown as settled, by id

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
  if (!heard(next.now)) return;
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
  const first = known === null;
  known ??= new Set();
  for (const bet of bets) {
    if (!bet.settled || known.has(bet.id)) continue;
    known.add(bet.id);
    if (first && bet.round !== table.round) continue;
    if (bet.win > 0) won(bet, first);
    // Pretend money is not the wallet's: a site that showed it would mislead.
    if (!first && !boot.demo) {
      tell('balance', {
        balance: table.balance,
        win: bet.win,
        roundID: bet.id,
      });
    }
  }
}

function won(bet, quiet) {
  const m = times(bet.paid);
  if (bet.round === table.round) {
    hands[bet.hand].tell('won', bet.paid, bet.win);
    scene.flag(timeOf(bet.paid), true);
    const all = table.bets.filter((b) => b.round === bet.round);
    purse.win(all.reduce((sum, b) => sum + b.win, 0));
  }
  if (quiet) return;
  play(bet.paid >= 1000 ? 'big' : 'win');
  say(t('cashed', { m, amount: money(bet.win) }));
  announce(
    t('say.cashed', {
      m,
      amount: money(bet.win),
      balance: money(table.balance),
    }),
  );
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
  const short = hand.state === 'wait' && purse.held() < hand.stake; // told at once
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
  if (purse.held() < hand.stake) {
    for (const h of hands) h.rest();
    await tellShortOfMoney();
    return;
  }
  const { stake, auto } = hand;
  const done = await send(hand, '/stake', {
    round: table.round,
    hand: hand.index,
    stake,
    auto,
  });
  if (!done) return;
  play('click');
  announce(t('say.placed', { amount: money(stake) }));
}

async function cash(hand) {
  await send(hand, '/cash', { bet: betOf(hand).id });
}

/** send asks the casino for a move; one at a time for a hand. */
async function send(hand, path, move) {
  hand.busy = true;
  shape(hand);
  try {
    const next = await post(path, move);
    hand.busy = false;
    take(next);
    return true;
  } catch (error) {
    hand.busy = false;
    if (error.word === undefined) throw error; // a defect of the page
    hand.rest();
    await reread();
    // That a round closed in between is seen on the table; it needs no dialog.
    if (error.word === 'closed' || error.word === 'no bet' || error.word === 'busy') {
      say(error.message);
    } else await tellFailure(error);
    return false;
  } finally {
    shape(hand);
  }
}

/** reread finds out what has become of a move whose answer was lost. */
async function reread() {
  try {
    take(await look('/state'));
  } catch {
    // What follows the table asks again.
  }
}

const written = new Map();

/** write changes a text only when it is another. */
function write(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  node.textContent = text;
}

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
  scene.draw({
    air,
    crashed: at === 'crashed' ? now() - table.crash : -1,
    time,
  });
  for (const hand of hands) {
    if (hand.state === 'flying') hand.wasFlying = performance.now();
    shape(hand);
  }
  if (time - crowded > 200) {
    crowded = time;
    board.crowd(table.others, Math.max(left, 0), risen);
  }
}

/** animate paints at the screen's pace; calmly for a player who wants no motion. */
function animate(time) {
  if (table && (!still() || time - (animate.last ?? -1e9) > 150)) {
    animate.last = time;
    paint(time);
  }
  requestAnimationFrame(animate);
}

onKeys({
  ' ': () => press(hands[0]),
  1: () => press(hands[0]),
  2: () => press(hands[1]),
  ArrowUp: () => active.move(1),
  ArrowDown: () => active.move(-1),
});
tell('ready', boot.demo ? {} : { balance: boot.balance });
requestAnimationFrame(animate);
follow(take, (reason) => {
  const before = hud.classList.contains('offline');
  hud.classList.toggle('offline', reason !== '');
  if (reason) say(reason);
  else if (before) turn(null);
});
