// A table whose rounds all players share: chips are laid until the casino closes the bets, and
// all players see one outcome. A game brings its layout, its scene and its texts.
import { boot, money, rate, t } from '../frame/boot.js';
import { get, post } from '../frame/calls.js';
import { now, syncClock } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { ready, showFailure } from '../frame/frame.js';
import { play } from '../frame/sound.js';
import { Slip, total } from './chips.js';
import { Guests } from './dealer.js';
import { Page, newKey } from './page.js';
import { Past } from './past.js';

const { game } = boot;
const interval = 1000; // milliseconds between requests
const hiddenInterval = 8000;

/** merged adds up the stakes of bets by spot. */
function merged(bets) {
  const all = {};
  for (const { bets: stakes } of bets)
    for (const [spot, stake] of Object.entries(stakes)) all[spot] = (all[spot] ?? 0) + stake;
  return all;
}

const winOf = (bets) => bets.reduce((sum, bet) => sum + bet.win, 0);

/**
 * LiveTable runs a table. build(table) gives the game's parts:
 *   cloth: {node, show({pending, standing, guests}), mark(outcome or null)}
 *   scene: {node, open(), spin(state), land(outcome, state)}; spin may come before the outcome
 *   disc, trends: see Past
 *   called(outcome): what the dealer calls; brief(outcome): the same as in the list of the past
 *   rules(): nodes of the rules; keys: the text of its keys
 */
export class LiveTable {
  constructor(build) {
    const lay = (spot) => this.slip.lay(spot);
    const announce = (text) => this.page.announce(text);
    this.parts = build({ lay, stakeOn: (spot) => this.stakeOn(spot), announce });
    const { cloth, scene, disc, trends } = this.parts;
    this.past = new Past({ disc, trends });
    this.guests = new Guests();
    this.page = new Page({
      rules: () => this.rules(),
      past: this.past.node,
      count: this.guests.count,
      parts: [el('div.live-scene', scene.node, this.guests.node), el('div.live-cloth', cloth.node)],
    });
    Object.assign(this, { state: null, phase: '', placing: false });
    this.slip = new Slip({
      admit: (more, sum) => this.page.admits(more, sum, total(this.standing)),
      changed: () => this.state && this.drawChips(),
      place: () => this.place(),
    });
    this.page.controls.append(this.slip.node);
    document.addEventListener('visibilitychange', () => document.hidden || this.ask());
    setInterval(() => {
      this.step();
      if (this.phase === 'betting') this.drawChips();
    }, 200);
    ready({ ...this.slip.keys, p: () => this.place(), Delete: () => this.slip.clear() });
    this.ask();
  }

  rules() {
    const limits = { min: money(game.min), max: money(game.max) };
    const texts = [t('rules.limits', limits), t('rules.late')];
    texts.push(`${t('table.rtp')}: ${rate(game.rtp)} · ${this.parts.keys}`);
    return [this.parts.rules(), texts.map((text) => el('p', text))];
  }

  /** mine lists the player's bets of the round. */
  get mine() {
    return this.state.mine.filter((bet) => bet.round === this.state.round);
  }

  /** standing gives the stakes that are bet in the round. */
  get standing() {
    return this.state ? merged(this.mine) : {};
  }

  stakeOn(spot) {
    return (this.slip.bets[spot] ?? 0) + (this.standing[spot] ?? 0);
  }

  drawChips() {
    const { state, phase, standing, slip } = this;
    const elapsed = now() - state.opens;
    const guests = state.players.filter((guest) => elapsed >= guest.after);
    this.parts.cloth.show({ pending: slip.bets, standing, guests });
    this.guests.show(state, elapsed, phase === 'showing');
    const sum = total(standing);
    const placed = sum > 0 && t('placed', { amount: money(sum) });
    if (phase === 'betting') this.page.say(placed || t('phase.betting'));
    if (phase === 'playing')
      this.page.say([t('phase.playing'), placed].filter(Boolean).join(' · '));
  }

  /** place bets the chips on the table. After a lost response the next state shows whether it did. */
  async place() {
    const { slip, state } = this;
    if (this.placing || slip.total === 0 || !state) return;
    this.placing = true;
    const key = newKey();
    const { round } = state;
    slip.unlock(false);
    try {
      this.take(await post('/bet', { round, key, bets: { ...slip.bets } }));
    } catch (error) {
      await get('/table').then(
        (next) => this.take(next),
        () => {},
      );
      if (!this.state.mine.some((bet) => bet.key === key)) {
        this.placing = false;
        if (this.state.round !== round || this.phase !== 'betting') slip.empty();
        slip.unlock(this.phase === 'betting');
        if (error.reason === undefined) throw error; // a defect of the page
        if ((await showFailure(error)) && this.phase === 'betting') this.place();
        return;
      }
    }
    this.placing = false;
    slip.last = this.standing;
    slip.empty();
    slip.unlock(this.phase === 'betting');
    play('stop');
    this.page.announce(t('placed', { amount: money(total(this.standing)) }));
  }

  /** take shows a response of the casino. */
  take(next) {
    syncClock(next.now);
    const fresh = this.state?.round !== next.round;
    this.state = next;
    this.page.wallet.show(next.balance);
    if (fresh) {
      this.past.show(next.past);
      this.showMissed();
    }
    this.step();
    if (next.outcome) {
      this.parts.scene.spin(next);
      if (this.phase === 'showing') this.showResult();
    }
    this.drawChips();
  }

  /** showMissed shows the result of the round before, if the page has not shown it then. */
  showMissed() {
    const { state, slip, page } = this;
    const bets = state.mine.filter((bet) => bet.round === state.round - 1);
    if (bets.length === 0) return;
    slip.last ??= merged(bets);
    if (this.shown >= state.round - 1) return;
    this.shown = state.round - 1;
    const win = winOf(bets);
    page.flash(win > 0 ? t('missed.win', { amount: money(win) }) : t('missed.nothing'));
    page.wallet.paid(win, bets.at(-1).id);
  }

  /** step follows the clock from one phase to the next. */
  step() {
    const { state, page } = this;
    if (!state) return;
    const { opens, closes, settles, round } = state;
    const left = closes - now();
    page.ring.show(left, closes - opens);
    const phase = left > 0 ? 'betting' : now() < settles ? 'playing' : 'showing';
    if (left > 0 && left < 5000 && this.warned !== round) {
      this.warned = round;
      if (this.slip.total > 0) page.announce(t('hurry'));
    }
    if (phase !== this.phase) this.turn(phase);
  }

  turn(phase) {
    const { page, slip, parts, state } = this;
    this.phase = phase;
    page.stage.dataset.phase = phase;
    slip.unlock(phase === 'betting' && !this.placing);
    if (phase === 'betting') {
      parts.cloth.mark(null);
      parts.scene.open();
      page.wallet.win(0);
      page.announce(t('phase.betting'));
    } else if (phase === 'playing') {
      page.announce(t('phase.playing'));
      play('roll');
      parts.scene.spin(state);
      if (slip.total > 0) this.place();
      slip.unlock(false);
    }
  }

  /** showResult shows the outcome once the casino has paid it. */
  showResult() {
    const { state, parts, page, mine } = this;
    if (this.shown === state.round || mine.some((bet) => !bet.settled)) return;
    this.shown = state.round;
    const { outcome } = state;
    parts.scene.land(outcome, state);
    parts.cloth.mark(outcome);
    this.past.show([...parts.brief(outcome), ...state.past]);
    const win = winOf(mine);
    const called = parts.called(outcome);
    page.wallet.win(win);
    if (mine.length === 0) {
      page.say(called);
      page.announce(called);
      return;
    }
    const values = { amount: money(win), balance: money(state.balance) };
    page.say(`${called} · ${t(win > 0 ? 'say.amount' : 'nothing', values)}`);
    page.announce(`${called}. ${t(win > 0 ? 'say.win' : 'say.nothing', values)}`);
    play(win > 0 ? 'win' : 'stop');
    page.wallet.paid(win, mine.at(-1).id);
  }

  /** ask requests the state, and does so again when something is due. */
  async ask() {
    clearTimeout(this.timer);
    let wait = document.hidden ? hiddenInterval : interval;
    try {
      this.take(await get('/table'));
    } catch (error) {
      if (error.reason === undefined) throw error;
      if (error.reason === 'no session') {
        this.slip.unlock(false);
        await showFailure(error);
        return;
      }
      this.page.flash(t('lost'));
      wait = 2 * interval;
    }
    if (this.state && !document.hidden) {
      const { closes, settles, ends } = this.state;
      const due = [closes + 1050, settles + 40, ends + 40].map((time) => time - now());
      wait = Math.min(wait, ...due.filter((ms) => ms > 0));
    }
    clearTimeout(this.timer); // another request may have been made meanwhile
    this.timer = setTimeout(() => this.ask(), wait);
  }
}
