// A draw of balls that everybody at the game shares. The casino's clock draws and pays; this
// page places bets, and shows the balls as the casino tells them.
import { boot, money, t } from '../frame/boot.js';
import { syncClock, now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready } from '../frame/frame.js';
import { animate } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { followRound } from '../rounds/follow.js';
import { settled, won } from '../rounds/settled.js';
import { Slip } from '../rounds/slip.js';
import { Head } from './head.js';
import { Markets } from './markets.js';
import { colourOf } from './names.js';
import { showRules } from './rules.js';
import { Tickets } from './tickets.js';

const { game } = boot;
const frame = buildFrame({ showRules: () => showRules(game) });
const { stage, purse, say, announce } = frame;
const head = new Head();
const markets = new Markets({ changed: refresh });
const tickets = new Tickets({ drop: (pick) => markets.drop(pick) });
const slip = new Slip(game, { announce, press });
let table = null; // the casino's last answer

stage.append(
  el(
    'div',
    { class: 'hall' },
    el('div', { class: 'left' }, head.node, head.past, tickets.list),
    markets.node,
  ),
);
frame.controls.append(slip.node);

const open = () => table.phase === 'betting' && now() < table.closes;
const mine = () => table.bets.filter((b) => b.round === table.round);

/** standing says how far the round is. */
function standing() {
  const { phase, balls } = table;
  if (phase === 'betting') return t('open');
  if (phase === 'over') return t('over', { sum: balls.reduce((a, b) => a + b, 0) });
  return balls.length === 0 ? t('starts') : t('ball.of', { n: balls.length, all: game.drawn });
}

/** take shows what the casino has answered. */
function take(next) {
  syncClock(next.now);
  const before = table;
  const fresh = !before || before.round !== next.round;
  table = next;
  purse.show(next.balance);
  if (fresh) {
    purse.win(0);
    markets.clear();
  }
  head.show(next);
  if (!before) animate(paint, 700);
  if (fresh || before.phase !== next.phase) turn(fresh ? null : before);
  settle(next);
  refresh();
}

/** turn tells of the round's next phase; before is the one this page has seen of it. */
function turn(before) {
  const { phase, balls } = table;
  const n = balls.length;
  say(standing());
  if (phase === 'betting') announce(t('open'));
  if (!before || phase === 'over') return;
  if (n === 0) {
    play('roll');
    announce(t('starts'));
  } else if (n > before.balls.length) {
    play('stop');
    const number = balls[n - 1];
    announce(t('say.ball', { n, number, colour: t(`colour.${colourOf(number)}`) }));
  }
}

/** settle shows the bets that have been decided since the last answer. */
function settle({ bets, round }) {
  const { fresh, first } = settled(bets);
  const own = bets.filter((b) => b.round === round && b.settled);
  if (own.length) purse.win(won(own));
  if (first || fresh.length === 0) return;
  const win = won(fresh);
  say(win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing'));
  frame.announceWin(win);
  if (win > 0) {
    play('big');
    sparkle(head.node, 700, ['#ffd54a', '#ffffff', '#8fd8ff']);
  }
  for (const bet of fresh) purse.paid(bet.win, bet.id);
}

/** refresh shows prices, bets and what may be bet. */
function refresh() {
  if (!table) return;
  const held = mine();
  markets.show({ open: open(), held: held.map((b) => b.pick), balls: table.balls });
  const { chosen } = markets;
  tickets.show(chosen, held, table.balls);
  slip.show({
    count: chosen.length,
    open: open(),
    room: game.most - held.reduce((sum, b) => sum + b.stake, 0),
    bets: game.bets - held.length,
  });
}

/** press places a bet on each chosen pick, all or none. */
async function press() {
  if (!table || !slip.ready) return;
  const picks = markets.chosen;
  const clear = () => markets.clear();
  // That the draw began in between is seen in the drum; it needs no dialog.
  const sum = await slip.place(picks, { table, purse, take, clear, refresh, again: press, say });
  if (sum === 0) return;
  play('scatter');
  const words = { n: picks.length, amount: money(sum), balance: money(purse.balance()) };
  announce(t('say.placed', words));
}

let painted = 0;

/** paint shows the present moment. */
function paint(time) {
  head.tick(now());
  head.drum.draw(time - painted);
  painted = time;
}

ready({
  ' ': press,
  ArrowUp: () => slip.stake.move(1),
  ArrowDown: () => slip.stake.move(-1),
  1: () => markets.turn('numbers'),
  2: () => markets.turn('sum'),
  3: () => markets.turn('first'),
  4: () => markets.turn('colours'),
  Escape: () => {
    markets.clear();
    refresh();
  },
});
setInterval(refresh, 500);
followRound(take, { node: stage, say, back: () => say(standing()) });
