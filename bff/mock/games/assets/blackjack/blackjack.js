// Blackjack: one player against the dealer, card by card.
import { boot, money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { buildFrame, onKeys, tellFailure, tellShortOfMoney } from '../frame/frame.js';
import { still } from '../frame/motion.js';
import { tell } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { look, post } from '../frame/table.js';
import { card, cardText } from '../live/card.js';
import { chip } from '../live/chip.js';
import { sync, tableTime } from '../live/clock.js';
import { dealer } from '../live/people.js';
import { Ring } from '../live/ring.js';
import { Slip } from '../live/slip.js';

const { game } = boot;
const SPOT = 'hand';
const GAP = 420; // milliseconds from card to card

const frame = buildFrame({
  showRules: () => openDialog({ title: t('rules'), content: rules(), wide: true }),
});
const { stage, purse, say, announce } = frame;
let hand = null; // the newest one, as the casino has it
let busy = true; // a call or the dealing of cards is under way
let told = null; // the last hand whose end was told
let known = false; // whether the casino has been asked at all

const circle = el(
  'button',
  { type: 'button', class: 'circle', onclick: () => slip.lay(SPOT) },
  el('span', { class: 'circle-text', text: t('stake') }),
);
const slip = new Slip({ admit, onChange: drawStake, onPlace: deal, label: t('deal') });
const ring = new Ring();
const past = el('p', { class: 'past', dir: 'ltr', 'aria-hidden': 'true' });
const toast = el('p', { class: 'toast', hidden: true });
const theirs = side('dealer', t('dealer'));
const ours = side('you', t('you'));
const banner = el('p', { class: 'banner', hidden: true, 'aria-hidden': 'true' });
const acts = {
  hit: act('hit', t('hit')),
  stand: act('stand', t('stand')),
  double: act('double', t('double')),
};
const choices = el('div', { class: 'choices', hidden: true }, acts.hit, acts.stand, acts.double);

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
  el(
    'div',
    { class: 'felt' },
    theirs.node,
    el('p', { class: 'law', text: t('law') }),
    ours.node,
    circle,
    banner,
  ),
  toast,
);
frame.controls.append(el('div', { class: 'hand-controls' }, slip.node, choices));

function side(name, label) {
  const cards = el('div', { class: 'hand-cards', dir: 'ltr' });
  const score = el('bdi', { class: 'hand-score' });
  const node = el(
    'section',
    { class: `hand ${name}`, 'aria-label': label },
    cards,
    el('p', { class: 'hand-name' }, el('span', { text: label }), score),
  );
  return { node, cards, score, codes: [] };
}

function act(name, label) {
  return el('button', {
    type: 'button',
    class: `act ${name}`,
    text: label,
    onclick: () => move(name),
  });
}

function rules() {
  return el(
    'div',
    { class: 'rules' },
    ...['rules.game', 'rules.moves', 'rules.shoe', 'rules.time'].map((key) =>
      el('p', { text: t(key) }),
    ),
    el('p', { text: t('rules.stakes', { min: money(game.min), max: money(game.max) }) }),
    el('p', { text: `${t('table.rtp')}: ${rate(game.rtp)} · ${t('rules.hand.keys')}` }),
  );
}

/** admit tells whether table and purse bear a stake, and says why not. */
function admit(more, total) {
  if (total > game.max) {
    flash(t('limit', { max: money(game.max) }));
    return false;
  }
  if (total > purse.held()) {
    tellShortOfMoney();
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

function going() {
  return hand !== null && hand.end === '';
}

function drawStake() {
  const stake = going() ? hand.stake : slip.total;
  circle.querySelector('.chip')?.remove();
  if (stake > 0) circle.append(chip(stake, going() ? 'standing' : 'pending'));
  circle.setAttribute('aria-label', `${t('stake')}: ${money(stake)}`);
}

/** unlock gives the buttons that fit: moves while a hand goes on, else the stake. */
function unlock() {
  const playing = going();
  choices.hidden = !playing;
  slip.node.hidden = playing;
  for (const node of Object.values(acts)) node.disabled = busy;
  acts.double.disabled = busy || !hand?.mayDouble || purse.held() < hand.stake;
  slip.unlock(!busy && !playing && known);
  circle.disabled = busy || playing;
  drawStake();
}

/** ask sends a move; after a failure it looks how the hand stands. */
async function ask(send) {
  if (busy) return;
  busy = true;
  toast.hidden = true;
  unlock();
  try {
    await take(await send());
  } catch (error) {
    if (error.word === undefined) throw error; // a defect of the page
    await look('/hand').then(take, () => {});
    await tellFailure(error);
  } finally {
    busy = false;
    unlock();
  }
}

function deal() {
  const stake = slip.total;
  if (stake === 0 || going()) return;
  const key = Math.random().toString(36).slice(2) + Date.now().toString(36);
  slip.last = { ...slip.bets };
  ask(() => post('/deal', { stake, key }));
}

function move(name) {
  if (!going() || acts[name].disabled) return;
  const { id, step } = hand;
  ask(() => post('/move', { id, step, move: name }));
}

const wait = (ms) => new Promise((done) => setTimeout(done, still() ? 0 : ms));

/** take lays the cards that are new, then says how the hand stands. */
async function take(state) {
  sync(state.now);
  const first = !known;
  known = true;
  if (!state.hand) {
    purse.show(state.balance);
    return;
  }
  const other = hand?.id !== state.hand.id;
  if (other) clear();
  hand = state.hand;
  purse.show(state.balance - hand.win);
  // A hand that ended before the page was opened needs no dealing.
  await layAll(first ? 0 : GAP);
  purse.show(state.balance);
  if (hand.end !== '') finish(first, state.balance);
  else sayHand();
}

function clear() {
  for (const one of [theirs, ours]) {
    one.cards.replaceChildren();
    one.codes = [];
    one.score.textContent = '';
    one.node.classList.remove('ahead');
  }
  banner.hidden = true;
  purse.win(0);
}

async function layAll(gap) {
  // As a dealer deals: a card each, twice; then the player's, then the dealer's own.
  const order = [
    [ours, 0],
    [theirs, 0],
    [ours, 1],
    [theirs, 1],
    ...hand.player.slice(2).map((_, i) => [ours, i + 2]),
    ...hand.dealer.slice(2).map((_, i) => [theirs, i + 2]),
  ];
  for (const [one, i] of order) {
    const code = (one === ours ? hand.player : hand.dealer)[i];
    const there = one.codes[i];
    if (there === undefined) {
      const drawn = card(code);
      one.cards.append(drawn.node);
      one.codes[i] = { code, drawn };
      play('click');
    } else if (code && !there.code) {
      there.code = code;
      there.drawn.turn(code);
      play('click');
    } else {
      continue;
    }
    showScores();
    await wait(gap);
  }
}

function showScores() {
  for (const one of [ours, theirs]) {
    const codes = one.codes.map((entry) => entry.code).filter(Boolean);
    one.score.textContent = codes.length > 0 ? String(count(codes)) : '';
  }
}

/** count is what cards come to. */
function count(codes) {
  const ranks = codes.map((code) => code.slice(0, -1));
  const sum = ranks.reduce((a, r) => a + (r === 'A' ? 1 : Number(r) || 10), 0);
  return ranks.includes('A') && sum <= 11 ? sum + 10 : sum;
}

function sayHand() {
  say(t('your.turn', { score: hand.playerScore }));
  const cards = hand.player.map(cardText).join(', ');
  announce(t('say.hand', { cards, score: hand.playerScore, dealer: cardText(hand.dealer[0]) }));
}

/** finish says how the hand ended, and tells the site. */
function finish(first, balance) {
  if (told === hand.id) return;
  told = hand.id;
  const text = t(`end.${hand.end}`);
  banner.textContent = text;
  banner.hidden = false;
  ours.node.classList.toggle('ahead', hand.win > hand.stake);
  theirs.node.classList.toggle('ahead', hand.win < hand.stake);
  purse.win(hand.win);
  say(hand.win > hand.stake ? `${text} · ${t('say.amount', { amount: money(hand.win) })}` : text);
  past.prepend(
    el('span', {
      class: hand.win > hand.stake ? 'green' : hand.win < hand.stake ? 'red' : 'grey',
      text: String(hand.playerScore),
    }),
  );
  while (past.children.length > 20) past.lastChild.remove();
  const outcome = hand.win > 0 ? 'say.win' : 'say.nothing';
  announce(
    `${text}. ${hand.playerScore}:${hand.dealerScore}. ${t(outcome, { amount: money(hand.win), balance: money(balance) })}`,
  );
  play(hand.win > hand.stake ? 'win' : 'stop');
  if (hand.stake <= game.max) slip.last ??= { [SPOT]: hand.stake };
  if (slip.last) slip.bets = { ...slip.last };
  if (!boot.demo && !first) tell('balance', { balance, win: hand.win, roundID: hand.id });
}

/** tick runs the time of a hand down; when it is over, the casino has let it stand. */
function tick() {
  if (!going()) {
    ring.show(0, 1);
    return;
  }
  const left = hand.ends - tableTime();
  ring.show(left, game.time);
  if (left < -200 && !busy) ask(() => look('/hand'));
}

setInterval(tick, 250);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && going()) ask(() => look('/hand'));
});
onKeys({
  h: () => move('hit'),
  s: () => move('stand'),
  d: () => move('double'),
  ' ': () => (slip.total > 0 ? deal() : slip.lay(SPOT)),
  b: () => slip.lay(SPOT),
  Backspace: () => slip.undo(),
  r: () => slip.rebet(),
  x: () => slip.double(),
  '+': () => slip.take(slip.hand + 1),
  '-': () => slip.take(slip.hand - 1),
});
tell('ready', boot.demo ? {} : { balance: boot.balance });
busy = false;
say(t('invite'));
ask(() => look('/hand'));
