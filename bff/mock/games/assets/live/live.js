// A table whose rounds everybody plays together: the casino's clock runs it, chips are laid
// until it closes, and all see one outcome. A game brings its cloth, its scene and its words.
import { boot, money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { buildFrame, onKeys, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { notifySite } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { get, post } from '../frame/calls.js';
import { sync, tableTime } from './clock.js';
import { dealer, Guests } from './people.js';
import { Ring } from './ring.js';
import { Slip, sum } from './slip.js';

const BEAT = 1000;
const HIDDEN_BEAT = 8000;

/** merged adds the stakes of plays spot by spot. */
function merged(plays) {
  const all = {};
  for (const bets of plays) {
    for (const [spot, amount] of Object.entries(bets)) all[spot] = (all[spot] ?? 0) + amount;
  }
  return all;
}

/**
 * runTable opens a live table. The game gives
 *   cloth: {node, show({pending, standing, guests, won}), mark(outcome or null)}
 *   scene: {node, open(), spin(round), land(outcome, round)} – spin may come before the outcome
 *   past:  {node, show(list)}
 *   called(outcome): what the dealer calls;  brief(outcome): the same as in past
 *   split: whether scene and cloth stand together on a small page
 *   rules(): what stands in the rules;  keysText: its keys, where it has its own
 */
export function runTable(build) {
  const { game } = boot;
  let state = null;
  let phase = '';
  let placing = false;
  let paid = null; // the last round whose result was told
  let timer = 0;
  let warned = 0;

  const frame = buildFrame({
    showRules: () => openDialog({ title: t('rules'), content: rules(), wide: true }),
  });
  const { stage, purse, say, announce } = frame;
  const slip = new Slip({ admit, onChange: () => drawChips(), onPlace: () => place() });
  const ring = new Ring();
  const guests = new Guests();
  const toast = el('p', { class: 'toast', hidden: true });
  const parts = build({ lay: (spot) => slip.lay(spot), stakeOn, announce });
  const { cloth, scene, past } = parts;

  const page = document.getElementById('game');
  page.classList.add('live');
  page.classList.toggle('split', parts.split === true);
  stage.append(
    el(
      'div',
      { class: 'live-head' },
      dealer(),
      el('div', { class: 'head-facts' }, past.node, facts()),
      ring.node,
    ),
    el('div', { class: 'live-scene' }, scene.node, guests.node),
    el('div', { class: 'live-cloth' }, cloth.node),
    toast,
  );
  frame.controls.append(slip.node);

  function facts() {
    return el(
      'p',
      { class: 'facts' },
      el('bdi', { text: `${money(game.min)} – ${money(game.max)}` }),
      guests.count,
    );
  }

  function rules() {
    return el(
      'div',
      { class: 'rules' },
      ...parts.rules(),
      el('p', { text: t('rules.limits', { min: money(game.min), max: money(game.max) }) }),
      el('p', { text: t('rules.late') }),
      el('p', {
        text: `${t('table.rtp')}: ${rate(game.rtp)} · ${parts.keysText ?? t('rules.keys')}`,
      }),
    );
  }

  const mine = () => state.mine.filter((bet) => bet.round === state.round);
  const standing = () => (state ? merged(mine().map((bet) => bet.bets)) : {});

  /** stakeOn is what the player has on a spot, laid or bet. */
  function stakeOn(spot) {
    return (slip.bets[spot] ?? 0) + (standing()[spot] ?? 0);
  }

  /** admit tells whether table and purse bear more chips, and says why not. */
  function admit(more, total) {
    if (sum(standing()) + total > game.max) {
      flash(t('limit', { max: money(game.max) }));
      return false;
    }
    if (more > 0 && total > purse.balance()) {
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

  function drawChips() {
    if (!state) return;
    const elapsed = tableTime() - state.opens;
    const laid = state.players.filter((guest) => elapsed >= guest.after);
    cloth.show({ pending: slip.bets, standing: standing(), guests: laid });
    guests.show(state, elapsed, phase === 'showing');
    if (phase === 'betting') {
      const stood = sum(standing());
      say(stood > 0 ? t('placed', { amount: money(stood) }) : t('phase.betting'));
    } else if (phase === 'playing') {
      sayClosed();
    }
  }

  /** place bets the chips that lie; what a lost answer has done, the next look shows. */
  async function place() {
    if (placing || slip.total === 0 || !state) return;
    placing = true;
    const bets = { ...slip.bets };
    const key = Math.random().toString(36).slice(2) + Date.now().toString(36);
    const { round } = state;
    slip.unlock(false);
    try {
      take(await post('/bet', { round, key, bets }));
    } catch (error) {
      await get('/table').then(take, () => {});
      if (!state.mine.some((bet) => bet.key === key)) {
        placing = false;
        if (state.round !== round || phase !== 'betting') slip.empty();
        slip.unlock(phase === 'betting');
        if (error.word === undefined) throw error; // a defect of the page
        if ((await showFailure(error)) && phase === 'betting') place();
        return;
      }
    }
    placing = false;
    slip.last = standing();
    slip.empty();
    slip.unlock(phase === 'betting');
    play('stop');
    announce(t('placed', { amount: money(sum(standing())) }));
  }

  /** take makes what the casino answers the page's truth. */
  function take(next) {
    sync(next.now);
    const turned = state?.round !== next.round;
    state = next;
    purse.show(state.balance);
    if (turned) {
      past.show(state.past);
      tellMissed();
    }
    step();
    if (state.outcome) {
      scene.spin(state);
      if (phase === 'showing') tellResult();
    }
    drawChips();
  }

  /** tellMissed tells what came of the round before, where the page was not there to see it. */
  function tellMissed() {
    const bets = state.mine.filter((bet) => bet.round === state.round - 1);
    if (bets.length === 0) return;
    slip.last ??= merged(bets.map((bet) => bet.bets));
    if (paid !== null && paid >= state.round - 1) return;
    paid = state.round - 1;
    const win = bets.reduce((a, bet) => a + bet.win, 0);
    flash(win > 0 ? t('missed.win', { amount: money(win) }) : t('missed.nothing'));
    tellSite(bets, win);
  }

  /** tellSite says what the purse holds; pretend money is not the wallet's. */
  function tellSite(bets, win) {
    if (boot.demo) return;
    notifySite('balance', { balance: state.balance, win, roundID: bets.at(-1).id });
  }

  /** step follows the clock from one part of the round to the next. */
  function step() {
    if (!state) return;
    const now = tableTime();
    ring.show(state.closes - now, state.closes - state.opens);
    const is = now < state.closes ? 'betting' : now < state.settles ? 'playing' : 'showing';
    if (is === 'betting' && state.closes - now < 5000 && warned !== state.round) {
      warned = state.round;
      if (slip.total > 0) announce(t('hurry'));
    }
    if (is !== phase) enter(is);
  }

  function enter(is) {
    phase = is;
    stage.dataset.phase = is;
    if (is === 'betting') {
      cloth.mark(null);
      scene.open();
      purse.win(0);
      slip.unlock(!placing);
      announce(t('phase.betting'));
    } else {
      if (is === 'playing') {
        announce(t('phase.playing'));
        play('roll');
        scene.spin(state);
        if (slip.total > 0) place();
      }
      slip.unlock(false);
    }
  }

  /** sayClosed says that the round is under way, and with what. */
  function sayClosed() {
    const stood = sum(standing());
    const bets = stood > 0 ? ` · ${t('placed', { amount: money(stood) })}` : '';
    say(`${t('phase.playing')}${bets}`);
  }

  /** tellResult shows how the round fell, once the casino has paid it. */
  function tellResult() {
    if (paid === state.round || mine().some((bet) => !bet.settled)) return;
    paid = state.round;
    const { outcome } = state;
    scene.land(outcome, state);
    cloth.mark(outcome);
    past.show([...parts.brief(outcome), ...state.past]);
    purse.show(state.balance);
    const bets = mine();
    const win = bets.reduce((a, bet) => a + bet.win, 0);
    const called = parts.called(outcome);
    purse.win(win);
    if (bets.length === 0) {
      say(called);
      announce(called);
      return;
    }
    say(`${called} · ${win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing')}`);
    const outcomeText = win > 0 ? 'say.win' : 'say.nothing';
    announce(`${called}. ${t(outcomeText, { amount: money(win), balance: money(state.balance) })}`);
    play(win > 0 ? 'win' : 'stop');
    tellSite(bets, win);
  }

  /** ask looks at the table, and comes back when something is due. */
  async function ask() {
    clearTimeout(timer);
    let wait = document.hidden ? HIDDEN_BEAT : BEAT;
    try {
      take(await get('/table'));
    } catch (error) {
      if (error.word === undefined) throw error;
      if (error.word === 'no session') {
        slip.unlock(false);
        await showFailure(error);
        return;
      }
      flash(t('lost'));
      wait = 2 * BEAT;
    }
    if (state && !document.hidden) {
      const now = tableTime();
      for (const due of [state.closes + 1050, state.settles + 40, state.ends + 40]) {
        if (due > now) wait = Math.min(wait, due - now);
      }
    }
    clearTimeout(timer); // another look may have been asked meanwhile
    timer = setTimeout(ask, wait);
  }

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ask();
  });
  setInterval(() => {
    step();
    if (phase === 'betting') drawChips();
  }, 200);
  onKeys({
    p: place,
    Backspace: () => slip.undo(),
    r: () => slip.rebet(),
    x: () => slip.double(),
    Delete: () => slip.clear(),
    '+': () => slip.take(slip.hand + 1),
    '-': () => slip.take(slip.hand - 1),
  });
  notifySite('ready', boot.demo ? {} : { balance: boot.balance });
  ask();
}
