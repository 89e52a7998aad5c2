// The race. The casino's clock runs it and settles the bets; this page shows where the race
// stands and sends the player's picks.
import { boot, money, t } from '../frame/boot.js';
import { syncClock, now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready } from '../frame/frame.js';
import { animate } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { Stake } from '../frame/stake.js';
import { followRound } from '../rounds/follow.js';
import { goButton } from '../rounds/go.js';
import { sendBets } from '../rounds/send.js';
import { settled, won } from '../rounds/settled.js';
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
let busy = false;

// The stake of every pick, and the button that places them all.
const stake = new Stake(game.stakes, game.stake, { announce, changed: () => shape() });
const go = goButton(() => place());

stage.append(hud);
document.getElementById('game').append(past, market.node);
frame.controls.append(el('div', { class: 'slip' }, stake.node, go.node));

/** shape shows what can be staked now. */
function shape() {
  const picks = market.picks.size;
  const open = phase() === 'betting';
  go.node.disabled = busy || !open || picks === 0;
  go.deed.textContent = !open ? t('closed') : picks > 0 ? t('place', { n: picks }) : t('pick');
  go.sum.textContent = picks > 0 && open ? money(picks * stake.value) : '';
}

/** phase tells how far the round is by this page's reckoning. */
function phase() {
  if (table === null) return 'result';
  return table.phase === 'betting' && now() >= table.starts ? 'waiting' : table.phase;
}

/** take shows what the casino has answered. */
function take(next) {
  if (!syncClock(next.now)) return;
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
  if (!before) animate(paint, 250);
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
  const { fresh, first } = settled(bets);
  if (fresh.length === 0) return;
  purse.win(won(fresh.filter((b) => b.round === table.round)));
  if (first) return;
  const all = won(fresh);
  if (all > 0) {
    play('big');
    say(t('say.amount', { amount: money(all) }));
  }
  frame.announceWin(all);
  for (const bet of fresh) purse.paid(bet.win, bet.id);
}

/** place stakes on everything that is picked, all or nothing. */
async function place() {
  const picks = [...market.picks];
  if (busy || picks.length === 0 || phase() !== 'betting') return;
  const each = stake.value;
  const sum = each * picks.length;
  const bets = picks.map((pick) => {
    const [kind, runner] = pick.split(' ');
    return { kind, runner: Number(runner), stake: each };
  });
  const placed = await sendBets(
    '/stake',
    { round: table.round, bets },
    {
      sum,
      purse,
      table,
      take,
      clear: () => market.clear(),
      busy(is) {
        busy = is;
        shape();
      },
      again: place,
      say, // that the race began in between is seen on the course
    },
  );
  if (!placed) return;
  play('click');
  const words = t('say.placed', { amount: money(sum) });
  announce(words);
  say(words);
}

let ranked = 0;

/** paint shows the present moment. */
function paint(time) {
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

ready({
  ...Object.fromEntries(
    Array.from({ length: RUNNERS }, (_, i) => [String(i + 1), () => market.step(i)]),
  ),
  ' ': place,
  ArrowUp: () => stake.move(1),
  ArrowDown: () => stake.move(-1),
});
followRound(take, { node: hud, say, back: () => turn(false) });
