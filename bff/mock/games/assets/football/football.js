// A short match that everybody at the game shares. The casino's clock runs it and pays; this
// page places bets, and plays the match as the casino has told it.
import { boot, money, t } from '../frame/boot.js';
import { syncClock, now } from '../frame/clock.js';
import { el, write } from '../frame/dom.js';
import { buildFrame, ready } from '../frame/frame.js';
import { animate } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { followRound } from '../rounds/follow.js';
import { settled, won } from '../rounds/settled.js';
import { Slip } from '../rounds/slip.js';
import { Scoreboard } from './board.js';
import { Bets, Markets } from './odds.js';
import { Pitch } from './pitch.js';
import { Play } from './play.js';
import { showRules } from './rules.js';

const { game } = boot;
const frame = buildFrame({ showRules: () => showRules(game) });
const { stage, purse, say, announce } = frame;
const board = new Scoreboard();
const bets = new Bets();
const markets = new Markets({ changed: refresh });
const slip = new Slip(game, { announce, press });
const counter = el('b', { class: 'count' });
const countdown = el('div', { class: 'countdown' }, counter, el('span'));
const flash = el('div', { class: 'flash', 'aria-hidden': 'true' });
const view = el('div', { class: 'view', role: 'img', 'aria-label': t('pitch') }, countdown, flash);
const pitch = new Pitch(view);
const length = 90;
let table = null; // the casino's last answer
let match = new Play([]);
let told = ''; // the event that was told last
let goals = 0; // that have been shown

stage.append(
  el(
    'div',
    { class: 'ground' },
    el('div', { class: 'left' }, board.node, view, board.history, bets.list),
    markets.node,
  ),
);
frame.controls.append(slip.node);

const open = () => table.phase === 'betting' && now() < table.closes;
const played = () => now() - table.closes - game.lead;
const mine = () => table.bets.filter((b) => b.round === table.round);

/** standing says how far the round is. */
function standing() {
  if (table.phase === 'over') return t('fulltime', { score: match.score(Infinity).join(' : ') });
  return t(table.phase === 'betting' ? 'open' : 'kickoff');
}

/** score gives what stands now, null before the match. */
function score() {
  if (!table.attacks || played() < 0) return null;
  return match.score(table.phase === 'over' ? Infinity : played());
}

/** take shows what the casino has answered. */
function take(next) {
  syncClock(next.now);
  const before = table;
  const fresh = !before || before.round !== next.round;
  table = next;
  purse.show(next.balance);
  board.teams(next);
  if (fresh) {
    match = new Play([]);
    goals = 0;
    told = '';
    purse.win(0);
    markets.clear();
  }
  if (next.attacks && match.attacks.length === 0) {
    match = new Play(next.attacks);
    // A page that comes late does not cheer for goals of before.
    if (fresh) goals = match.score(played()).reduce((a, b) => a + b);
  }
  settle(next);
  if (!before) animate(paint, 700);
  if (fresh || before.phase !== next.phase) turn(before);
  refresh();
}

/** turn follows the round into its next phase. */
function turn(before) {
  if (table.phase === 'betting') {
    say(standing());
    if (before) announce(t('say.open', { home: table.home.name, away: table.away.name }));
  } else if (table.phase === 'playing') {
    say(standing());
    if (before) {
      play('roll');
      announce(t('kickoff'));
    }
  }
}

/** settle shows the bets that have been decided since the last answer. */
function settle({ bets, round, phase }) {
  const { fresh, first } = settled(bets);
  const own = bets.filter((b) => b.round === round && b.settled);
  if (own.length) purse.win(won(own));
  if (first) return;
  if (fresh.length) {
    const win = won(fresh);
    say(win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing'));
    frame.announceWin(win);
    if (win > 0) play('big');
    for (const bet of fresh) purse.paid(bet.win, bet.id);
  } else if (phase === 'over' && own.length === 0 && told !== 'over') {
    told = 'over';
    say(standing());
  }
}

/** refresh shows prices, bets and what may be bet. */
function refresh() {
  if (!table) return;
  const held = mine();
  const standing = score();
  const over = table.phase === 'over';
  const staked = held.reduce((sum, b) => sum + b.stake, 0);
  markets.show({
    prices: table.prices,
    open: open(),
    held: new Set(held.map((b) => b.pick)),
    score: standing,
    over,
  });
  bets.show(held, standing, over);
  slip.show({
    count: markets.chosen.size,
    open: open(),
    room: game.most - staked,
    bets: game.bets - held.length,
  });
}

/** press places a bet on each chosen pick, all or none. */
async function press() {
  if (!table || !slip.ready) return;
  const picks = [...markets.chosen];
  const clear = () => markets.clear();
  // That the match began in between is seen on the pitch; it needs no dialog.
  const sum = await slip.place(picks, { table, purse, take, clear, refresh, again: press, say });
  if (sum === 0) return;
  play('scatter');
  const words = { n: picks.length, amount: money(sum), balance: money(purse.balance()) };
  announce(t('say.placed', words));
}

/** cheer shows a goal. */
function cheer(side, standing) {
  const team = side === 0 ? table.home : table.away;
  flash.replaceChildren(el('strong', { text: t('goal') }), el('bdi', { text: team.name }));
  flash.style.setProperty('--team', team.shirt);
  flash.style.setProperty('--on-team', team.number);
  flash.classList.remove('shown');
  void flash.offsetWidth; // the animation begins anew
  flash.classList.add('shown');
  setTimeout(() => flash.classList.remove('shown'), 1600);
  play('win');
  sparkle(view, 700, [team.shirt, team.number, '#ffffff']);
  announce(t('say.goal', { team: team.name, score: standing.join(' : ') }));
}

/** narrate tells what happens on the pitch. */
function narrate(time, standing) {
  const event = match.event(time);
  if (!event || table.phase !== 'playing') return;
  const { index, attack, over } = event;
  const key = `${index}.${over}`;
  if (key !== told) {
    told = key;
    const team = (attack.side === 0 ? table.home : table.away).name;
    say(over ? t(`end.${attack.end}`, { team }) : t('attack', { team }));
  }
  const count = standing[0] + standing[1];
  if (count > goals) cheer(attack.side, standing);
  if (count !== goals) refresh();
  goals = count;
}

const seconds = (ms) => String(Math.max(Math.ceil(ms / 1000), 0));

/** paint shows the present moment. */
function paint() {
  const time = played();
  const standing = score();
  const over = table.phase === 'over';
  const before = table.phase === 'betting' || time < 0;
  if (!before && !over) narrate(time, standing);
  const minute = Math.min(
    Math.floor((time / (match.attacks.length * game.moment)) * length) + 1,
    length,
  );
  board.show(standing, before ? '' : over ? `${length}′` : `${minute}′`);
  countdown.classList.toggle('shown', before || over);
  countdown.classList.toggle('small', over);
  countdown.classList.toggle('soon', before && table.closes - now() < 10000);
  const words = t(over ? 'next' : 'countdown');
  write(countdown.lastChild, words);
  const left = seconds((over ? table.ends : table.closes) - now());
  write(counter, left);
  const end = match.attacks.length * game.moment;
  pitch.draw(match, before ? -1 : Math.min(time, end), [table.home, table.away]);
}

ready({
  ' ': press,
  ArrowUp: () => slip.stake.move(1),
  ArrowDown: () => slip.stake.move(-1),
  1: () => markets.toggle('1'),
  x: () => markets.toggle('X'),
  X: () => markets.toggle('X'),
  2: () => markets.toggle('2'),
  Escape: () => {
    markets.clear();
    refresh();
  },
});
setInterval(refresh, 500);
followRound(take, { node: stage, say, back: () => say(standing()) });
