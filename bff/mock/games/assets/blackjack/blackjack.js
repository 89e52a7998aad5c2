// Blackjack: one player against the dealer, card by card.
import { boot, money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { buildFrame, onKeys, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { notifySite } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { get, post } from '../frame/calls.js';
import { chip } from '../live/chip.js';
import { sync, tableTime } from '../live/clock.js';
import { dealer } from '../live/people.js';
import { Ring } from '../live/ring.js';
import { Slip } from '../live/slip.js';
import { Choices } from './choices.js';
import { Felt } from './felt.js';
import { rules } from './rules.js';
import { endOf, turnOf } from './words.js';

const { game } = boot;
const SPOT = 'hand';
const GAP = 420; // milliseconds from card to card

const frame = buildFrame({
  showRules: () => openDialog({ title: t('rules'), content: rules(), wide: true }),
});
const { stage, purse, say, announce } = frame;
let round = null; // the newest one, as the casino has it
let busy = true; // a call or the dealing of cards is under way
let told = null; // the last round whose end was told
let known = false; // whether the casino has been asked at all

const circle = el(
  'button',
  { type: 'button', class: 'circle', onclick: () => slip.lay(SPOT) },
  el('span', { class: 'circle-text', text: t('stake') }),
);
const slip = new Slip({
  admit,
  onChange: drawStake,
  onPlace: deal,
  label: t('deal'),
});
const choices = new Choices(move);
const felt = new Felt(circle);
const ring = new Ring();
const past = el('p', { class: 'past', dir: 'ltr', 'aria-hidden': 'true' });
const toast = el('p', { class: 'toast', hidden: true });

const page = document.getElementById('game');
page.classList.add('live', 'solo');
stage.append(
  el(
    'div',
    { class: 'live-head' },
    dealer(),
    el(
      'div',
      { class: 'head-facts' },
      past,
      el(
        'p',
        { class: 'facts' },
        el('bdi', { text: `${money(game.min)} – ${money(game.max)}` }),
        el('span', { text: t('guests.count', { n: game.guests }) }),
      ),
    ),
    ring.node,
  ),
  felt.node,
  toast,
);
frame.controls.append(el('div', { class: 'hand-controls' }, slip.node, choices.node));

/** admit tells whether table and purse bear a stake, and says why not. */
function admit(more, total) {
  if (total > game.max) {
    flash(t('limit', { max: money(game.max) }));
    return false;
  }
  if (total > purse.balance()) {
    showInsufficientFunds();
    return false;
  }
  return true;
}

let flashing = 0;
function flash(text) {
  toast.textContent = text;
  toast.hidden = false;
  announce(text);
  clearTimeout(flashing);
  flashing = setTimeout(() => (toast.hidden = true), 2600);
}

const going = () => round !== null && !round.over;

function drawStake() {
  const stake = going() ? round.stake : slip.total;
  circle.querySelector('.chip')?.remove();
  if (stake > 0) circle.append(chip(stake, going() ? 'standing' : 'pending'));
  circle.setAttribute('aria-label', `${t('stake')}: ${money(stake)}`);
}

/** unlock gives the buttons that fit: moves while a round goes on, else the stake. */
function unlock() {
  const playing = going();
  choices.show(playing ? round : null, busy);
  slip.node.hidden = playing;
  slip.unlock(!busy && !playing && known);
  circle.disabled = busy || playing;
  drawStake();
}

/** ask sends a move; after a failure it looks how the round stands. */
async function ask(send) {
  if (busy) return;
  // Buttons that give way to others must not leave a keyboard without a place.
  const walking = frame.controls.querySelector(':focus-visible') !== null;
  let again = false;
  busy = true;
  toast.hidden = true;
  unlock();
  try {
    await take(await send());
  } catch (error) {
    if (error.word === undefined) throw error; // a defect of the page
    await get('/hand').then(take, () => {});
    again = await showFailure(error);
  } finally {
    busy = false;
    unlock();
    if (walking) (going() ? choices : slip.placeButton).focus();
  }
  if (again) await ask(send);
}

function deal() {
  const stake = slip.total;
  if (stake === 0 || going()) return;
  const key = Math.random().toString(36).slice(2) + Date.now().toString(36);
  slip.last = { ...slip.bets };
  ask(() => post('/deal', { stake, key }));
}

/** move makes a move that stakes cost beside; the round waits for whoever is short of it. */
function move(name, cost) {
  if (cost > purse.balance()) {
    showInsufficientFunds();
    return;
  }
  const { id, step } = round;
  ask(() => post('/move', { id, step, move: name }));
}

/** take lays the cards that are new, then says how the round stands. */
async function take(state) {
  sync(state.now);
  const first = !known;
  known = true;
  if (!state.round) {
    purse.show(state.balance);
    return;
  }
  if (round?.id !== state.round.id) {
    felt.clear();
    purse.win(0);
  }
  round = state.round;
  purse.show(state.balance - round.win);
  // A round that ended before the page was opened needs no dealing.
  await felt.lay(round, first ? 0 : GAP);
  purse.show(state.balance);
  if (round.over) finish(first, state.balance);
  else sayTurn();
}

/** sayTurn says whose turn it is, or what the dealer offers. */
function sayTurn() {
  const { line, spoken } = turnOf(round);
  say(line);
  announce(spoken);
}

/** finish says how the round ended, and tells the site. */
function finish(first, balance) {
  if (told === round.id) return;
  told = round.id;
  const { stake, win } = round;
  const { short, spoken } = endOf(round);
  felt.call(short);
  purse.win(win);
  const amount = t('say.amount', { amount: money(win) });
  say(win > stake && short !== amount ? `${short} · ${amount}` : short);
  for (const hand of round.hands) {
    const tone = hand.win > hand.stake ? 'green' : hand.win < hand.stake ? 'red' : 'grey';
    past.prepend(el('span', { class: tone, text: String(hand.score) }));
  }
  while (past.children.length > 20) past.lastChild.remove();
  announce(
    `${spoken} ${t(win > 0 ? 'say.win' : 'say.nothing', { amount: money(win), balance: money(balance) })}`,
  );
  play(win > stake ? 'win' : 'stop');
  slip.last ??= { [SPOT]: round.bet };
  slip.bets = { ...slip.last };
  if (!boot.demo && !first) notifySite('balance', { balance, win, roundID: round.id });
}

/** tick runs the time of a round down; when it is over, the casino has let it stand. */
function tick() {
  if (!going()) {
    ring.show(0, 1);
    return;
  }
  const left = round.ends - tableTime();
  ring.show(left, game.time);
  if (left < -200 && !busy) ask(() => get('/hand'));
}

setInterval(tick, 250);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && going()) ask(() => get('/hand'));
});
onKeys({
  h: () => choices.make('hit'),
  s: () => choices.make('stand'),
  d: () => choices.make('double'),
  p: () => choices.make('split'),
  i: () => choices.make(round?.may.includes('even') ? 'even' : 'insure'),
  n: () => choices.make('decline'),
  ' ': () => (slip.total > 0 ? deal() : slip.lay(SPOT)),
  b: () => slip.lay(SPOT),
  Backspace: () => slip.undo(),
  r: () => slip.rebet(),
  x: () => slip.double(),
  '+': () => slip.take(slip.hand + 1),
  '-': () => slip.take(slip.hand - 1),
});
notifySite('ready', boot.demo ? {} : { balance: boot.balance });
busy = false;
say(t('invite'));
ask(() => get('/hand'));
