// The race. The casino's clock runs it and settles the bets; this page shows where the race
// stands and sends the player's picks.
import { boot, money, t } from '../frame/boot.js';
import { heard, now } from '../frame/clock.js';
import { el, iconButton } from '../frame/dom.js';
import { follow } from '../frame/follow.js';
import { buildFrame, onKeys, tellFailure, tellShortOfMoney } from '../frame/frame.js';
import { still } from '../frame/motion.js';
import { tell } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { look, post } from '../frame/table.js';
import { Market } from './market.js';
import { showRules } from './rules.js';
import { Track, shareOf } from './track.js';

const RUNNERS = 6;
const { game } = boot;
const frame = buildFrame({ showRules: () => showRules(game) });
const { stage, purse, say, announce } = frame;
const market = new Market(RUNNERS, () => shape());
const track = new Track(stage);
const count = el('strong', { class: 'count' });
const beneath = el('span', { class: 'beneath' });
const hud = el('div', { class: 'hud' }, count, beneath);
const past = el('ol', { class: 'past', 'aria-label': t('history'), tabindex: '0' });
let table = null; // the casino's last answer
let known = null; // bets that have been shown as settled, by id
let busy = false;

// The stake of every pick, and the button that places them all.
let at = game.stake;
const amount = el('bdi', { class: 'amount' });
const less = iconButton('minus', t('stake.less'), () => move(-1), { class: 'step' });
const more = iconButton('plus', t('stake.more'), () => move(1), { class: 'step' });
const deed = el('strong');
const sum = el('bdi');
const go = el('button', { type: 'button', class: 'go', onclick: () => place() }, deed, sum);

stage.append(hud);
document.getElementById('game').append(past, market.node);
frame.controls.append(
  el(
    'div',
    { class: 'stake', role: 'group', 'aria-label': t('stake') },
    less,
    el('div', { class: 'figure' }, el('span', { class: 'label', text: t('stake') }), amount),
    more,
  ),
  go,
);

function move(steps) {
  const before = at;
  at = Math.min(Math.max(at + steps, 0), game.stakes.length - 1);
  if (at === before) return;
  play('click');
  announce(t('say.stake', { amount: money(game.stakes[at]) }));
  shape();
}

/** shape shows what can be staked now. */
function shape() {
  const picks = market.picks.size;
  const open = phase() === 'betting';
  amount.textContent = money(game.stakes[at]);
  less.disabled = at === 0;
  more.disabled = at === game.stakes.length - 1;
  go.disabled = busy || !open || picks === 0;
  deed.textContent = !open ? t('closed') : picks > 0 ? t('place', { n: picks }) : t('pick');
  sum.textContent = picks > 0 && open ? money(picks * game.stakes[at]) : '';
}

/** phase tells how far the round is by this page's reckoning. */
function phase() {
  if (table === null) return 'result';
  return table.phase === 'betting' && now() >= table.starts ? 'waiting' : table.phase;
}

/** take shows what the casino has answered. */
function take(next) {
  if (!heard(next.now)) return;
  const before = table;
  const fresh = before?.round !== next.round;
  table = next;
  purse.show(next.balance);
  const bets = next.bets.filter((b) => b.round === next.round);
  if (fresh) {
    market.order([]);
    market.picks.clear();
    purse.win(0);
  }
  market.show(next.runners, bets, next.phase === 'betting');
  if (fresh || before.phase !== next.phase) turn(before !== null);
  settle(next.bets);
  shape();
}

/** turn follows the round into its next phase. */
function turn(heardBefore) {
  past.replaceChildren(
    ...table.history.map((p) =>
      el(
        'li',
        { dir: 'ltr', 'aria-label': t('history.one', { a: p.order[0] + 1, b: p.order[1] + 1 }) },
        ...p.order.map((r) => el('span', { class: `cloth cloth${r + 1}`, text: String(r + 1) })),
      ),
    ),
  );
  if (table.phase === 'betting') say(t('boarding'));
  else if (table.phase === 'running') {
    market.picks.clear();
    market.paint();
    say(t('running'));
    if (heardBefore) play('roll');
  } else {
    market.order(table.order);
    // Isolated, or a number and a name of another script change places in Arabic.
    const [a, b] = table.order.map((r) => `\u2068${r + 1} ${table.runners[r].name}\u2069`);
    say(t('result', { a, b }));
    if (heardBefore) announce(t('result', { a, b }));
  }
}

/** settle tells of the bets that have been decided since the last answer. */
function settle(bets) {
  const first = known === null;
  known ??= new Set();
  const ended = bets.filter((b) => b.settled && !known.has(b.id));
  for (const bet of ended) known.add(bet.id);
  if (ended.length === 0) return;
  const won = ended
    .filter((b) => b.round === table.round)
    .reduce((total, bet) => total + bet.win, 0);
  purse.win(won);
  if (first) return;
  const all = ended.reduce((total, bet) => total + bet.win, 0);
  const words = { amount: money(all), balance: money(table.balance) };
  if (all > 0) {
    play('big');
    say(t('say.amount', words));
  }
  announce(t(all > 0 ? 'say.win' : 'say.nothing', words));
  // Pretend money is not the wallet's: a site that showed it would mislead.
  if (!boot.demo) {
    for (const bet of ended) {
      tell('balance', { balance: table.balance, win: bet.win, roundID: bet.id });
    }
  }
}

/** place stakes on everything that is picked, all or nothing. */
async function place() {
  const picks = [...market.picks];
  if (busy || picks.length === 0 || phase() !== 'betting') return;
  const stake = game.stakes[at];
  if (purse.held() < stake * picks.length) {
    await tellShortOfMoney();
    return;
  }
  busy = true;
  shape();
  try {
    const bets = picks.map((pick) => {
      const [kind, runner] = pick.split(' ');
      return { kind, runner: Number(runner), stake };
    });
    take(await post('/stake', { round: table.round, bets }));
    market.clear();
    play('click');
    announce(t('say.placed', { amount: money(stake * picks.length) }));
    say(t('say.placed', { amount: money(stake * picks.length) }));
  } catch (error) {
    if (error.word === undefined) throw error; // a defect of the page
    await reread();
    if (error.word === 'closed') say(error.message);
    else await tellFailure(error);
  } finally {
    busy = false;
    shape();
  }
}

/** reread finds out what has become of bets whose answer was lost. */
async function reread() {
  try {
    take(await look('/state'));
  } catch {
    // What follows the table asks again.
  }
}

let ranked = 0;

/** animate paints at the screen's pace; calmly for a player who wants no motion. */
function animate(time) {
  requestAnimationFrame(animate);
  if (!table || (still() && time - (animate.last ?? -1e9) < 250)) return;
  animate.last = time;
  const ms = now() - table.starts;
  const stands = phase();
  if (stands !== hud.dataset.phase) {
    hud.dataset.phase = stands;
    shape();
  }
  const left = Math.max(Math.ceil(-ms / 1000), 0);
  const winner = table.order?.[0];
  count.textContent = stands === 'betting' ? left : stands === 'result' ? winner + 1 : '';
  beneath.textContent =
    stands === 'betting' ? t('countdown') : stands === 'result' ? table.runners[winner].name : '';
  count.className = stands === 'result' ? `count cloth cloth${winner + 1}` : 'count';
  track.draw({ ms, legs: table.legs, time });
  if (stands === 'running' && time - ranked > 300) {
    ranked = time;
    const share = table.legs.map((leg) => (ms >= leg.time ? 2 - leg.time / 1e6 : shareOf(leg, ms)));
    market.order([...share.keys()].sort((a, b) => share[b] - share[a]));
  }
}

onKeys({
  ...Object.fromEntries(
    Array.from({ length: RUNNERS }, (_, i) => [String(i + 1), () => market.step(i)]),
  ),
  ' ': place,
  ArrowUp: () => move(1),
  ArrowDown: () => move(-1),
});
tell('ready', boot.demo ? {} : { balance: boot.balance });
requestAnimationFrame(animate);
follow(take, (reason) => {
  const before = hud.classList.contains('offline');
  hud.classList.toggle('offline', reason !== '');
  if (reason) say(reason);
  else if (before) turn(false);
});
