// The line slot. The casino settles a round as a whole; this page only shows it.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { buildFrame, onKeys, skippable, tellFailure, tellShortOfMoney } from '../frame/frame.js';
import { countUp, hurry, wait } from '../frame/motion.js';
import { tell } from '../frame/parent.js';
import { post } from '../frame/table.js';
import { bigWin, freeSpinsTotal, freeSpinsWon, sizeOf } from './celebrate.js';
import { Autoplay, Stake, spinButton, turboButton } from './controls.js';
import { showPaytable } from './paytable.js';
import { Reels, picture } from './reels.js';
import { sprite } from './symbols.js';
import { WinLines } from './winlines.js';

const { game } = boot;
const inks = el('svg', { class: 'inks', 'aria-hidden': 'true' });
inks.innerHTML = sprite(boot.theme);
document.body.prepend(inks);

const frame = buildFrame({ showRules: () => showPaytable(game, stake.value) });
const { stage, purse, say, announce } = frame;
const stake = new Stake(game.stakes, game.stake, announce);
const reels = new Reels();
const lines = new WinLines(reels, game.paths, say);
const spin = spinButton(() => press());
const turbo = turboButton();
const auto = new Autoplay(() => press());
const multiplier = el('span', { class: 'multiplier', dir: 'ltr', hidden: true });
let busy = false;

stage.append(
  el(
    'div',
    { class: 'backdrop', 'aria-hidden': 'true' },
    ...['high1', 'high2', 'high3', 'high4'].map(picture),
  ),
  el(
    'div',
    { class: 'promise' },
    ...Array.from({ length: 3 }, () => picture('scatter')),
    el('strong', { text: t('free.won', { n: game.freeSpins[0] }) }),
  ),
  el('div', { class: 'cabinet' }, reels.node, lines.node, multiplier),
);
frame.controls.append(stake.node, el('div', { class: 'hand' }, auto.node, spin.node, turbo.node));
skippable(stage);
reels.show([
  ['high2', 'high1', 'low1'],
  ['low2', 'wild', 'high3'],
  ['high4', 'high1', 'scatter'],
  ['low3', 'wild', 'high2'],
  ['high3', 'high1', 'low1'],
]);

/** press is the spin button and the space bar: play, or stop what turns. */
function press() {
  if (busy) hurry();
  else playRounds();
}

/** playRounds plays one round, and goes on while autoplay has rounds left. */
async function playRounds() {
  busy = true;
  stake.lock(true);
  try {
    do {
      auto.take();
      await round();
    } while (auto.left > 0);
  } catch (error) {
    auto.stop();
    await failed(error);
  } finally {
    busy = false;
    stake.lock(false);
  }
}

/** round plays one paid spin from the stake's leaving to the win's arriving. */
async function round() {
  const bet = stake.value;
  if (purse.held() < bet) {
    auto.stop();
    await tellShortOfMoney();
    return;
  }
  lines.clear();
  purse.win(0);
  say(t('rolling'));
  spin.turning(true);
  const before = purse.held();
  purse.show(before - bet);
  reels.roll();
  try {
    const settled = await post('/spin', { stake: bet });
    purse.show(settled.balance - settled.win);
    await show(settled, bet);
  } catch (error) {
    purse.show(before);
    throw error;
  } finally {
    spin.turning(false);
  }
}

/** show plays a settled round out: the paid spin, its free spins, the sum. */
async function show(settled, bet) {
  let won = await showSpin(settled, 0, bet);
  if (settled.freeSpins.length > 0) won = await showFreeSpins(settled, won, bet);
  purse.show(settled.balance);
  const outcome = settled.win > 0 ? 'say.win' : 'say.nothing';
  announce(t(outcome, { amount: money(settled.win), balance: money(settled.balance) }));
  if (settled.win === 0) say(t('nothing'));
  else if (settled.freeSpins.length > 0) say(t('say.amount', { amount: money(settled.win) }));
  // Pretend money is not the wallet's: a site that showed it would mislead.
  if (!boot.demo) {
    tell('balance', { balance: settled.balance, win: settled.win, roundID: settled.roundID });
  }
  if (auto.left > 0) await wait(turbo.on() ? 150 : 500);
}

/** showSpin lands one spin and shows its wins; it gives what has been won up to then. */
async function showSpin(result, before, bet) {
  await reels.land(result.grid, turbo.on());
  const won = before + result.spinWin;
  if (result.spinWin === 0) return won;
  lines.all(result);
  say(t('say.amount', { amount: money(result.spinWin) }));
  const size = sizeOf(result.spinWin, bet);
  if (size > 0) await bigWin(stage, result.spinWin, size);
  await countUp(before, won, turbo.on() ? 250 : 700, purse.win);
  lines.cycle(result);
  return won;
}

async function showFreeSpins(settled, won, bet) {
  let total = settled.scatter.freeSpins;
  await wait(600);
  await freeSpinsWon(stage, total, game.multiplier, false);
  multiplier.textContent = `×${game.multiplier}`;
  multiplier.hidden = game.multiplier === 1;
  stage.classList.add('free');
  const before = won;
  for (const [i, result] of settled.freeSpins.entries()) {
    lines.clear();
    say(t('free.counter', { n: i + 1, total }));
    reels.roll();
    await wait(200);
    won = await showSpin(result, won, bet);
    await wait(result.spinWin > 0 ? 700 : 200);
    if (result.scatter.freeSpins > 0) {
      total += result.scatter.freeSpins;
      await freeSpinsWon(stage, result.scatter.freeSpins, 1, true);
    }
  }
  stage.classList.remove('free');
  multiplier.hidden = true;
  await freeSpinsTotal(stage, won - before);
  return won;
}

/** failed puts everything back as it was, and says why. */
async function failed(error) {
  reels.back();
  say(t('ready'));
  if (error.word === undefined) throw error; // a defect of the page, not of the round
  // What the player sees may be stale, or the round may have been played after all.
  await purse.refresh();
  await tellFailure(error);
}

const back = document.documentElement.dir === 'rtl' ? 1 : -1;
onKeys({
  ' ': press,
  ArrowUp: () => stake.move(1),
  ArrowDown: () => stake.move(-1),
  ArrowRight: () => stake.move(-back),
  ArrowLeft: () => stake.move(back),
});
tell('ready', boot.demo ? {} : { balance: boot.balance });
