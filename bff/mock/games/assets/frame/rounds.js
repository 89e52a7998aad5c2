// Follows the rounds that all players of a game share.
import { boot, money, t } from './boot.js';
import { fetchState, now, pause, post, syncClock } from './calls.js';
import { el, fill } from './dom.js';
import { showFailure, showInsufficientFunds, table } from './frame.js';

/**
 * Rounds keeps the state of the present round. show(state, before) draws a new one, paint() is
 * called on each animation frame.
 */
export class Rounds {
  constructor(frame, { show, paint }) {
    Object.assign(this, { frame, show, paint, state: null, unsettled: new Set() });
    this.past = el('div.past', { 'aria-label': t('past'), role: 'group' });
    this.follow();
    const draw = () => {
      requestAnimationFrame(draw);
      if (this.state) this.paint();
    };
    draw();
  }

  /** follow requests the state for as long as the session lasts: at its next change, and once a second. */
  async follow() {
    for (;;) {
      try {
        const state = await fetchState();
        this.take(state);
        await pause(Math.min(Math.max(state.next - now(), 50), 1000));
      } catch (error) {
        if (error.reason === undefined) throw error; // a defect of the page
        this.frame.say(error.reason === 'network' ? t('offline') : error.message);
        if (error.reason === 'no session') return showFailure(error);
        await pause(1500);
      }
    }
  }

  take(state) {
    const before = this.state;
    if (before && state.now < before.now && state.now > before.now - 3000) return; // overtaken
    syncClock(state);
    this.state = state;
    this.frame.wallet.show(state.balance);
    const settled = state.bets.filter((bet) => bet.settled && this.unsettled.has(bet.id));
    this.unsettled = new Set(state.bets.filter((bet) => !bet.settled).map((bet) => bet.id));
    this.show(state, before);
    for (const { id, win } of settled) this.frame.wallet.paid(win, id);
    if (settled.length > 0)
      this.frame.announceWin(
        Math.round(settled.reduce((sum, { win }) => sum + win, 0) * 100) / 100,
      );
  }

  get open() {
    return this.state?.phase === 'betting' && now() < this.state.closes;
  }

  /** mine gives the player's bets on the present round. */
  get mine() {
    return this.state.bets.filter((bet) => bet.round === this.state.round);
  }

  /** seconds gives the whole seconds until a time. */
  seconds(time) {
    return String(Math.max(Math.ceil((time - now()) / 1000), 0));
  }

  /** send posts a bet that costs an amount. It returns whether the casino accepted it. */
  async send(path, bet, cost = 0) {
    if (this.sending) return false;
    this.sending = true;
    try {
      if (!(await this.frame.wallet.covers(cost))) {
        await showInsufficientFunds();
        return false;
      }
      this.take(await post(path, { round: this.state.round, ...bet }));
      return true;
    } catch (error) {
      if (error.reason === undefined) throw error;
      await showFailure(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** showPast draws the outcomes of past rounds, the newest first. */
  showPast(chip) {
    fill(this.past, this.state.past.slice(0, 12).map(chip));
  }

  /** history makes the table of the player's bets; describe gives the text of one. */
  history(describe) {
    const bets = [...(this.state?.bets ?? [])].reverse();
    if (bets.length === 0) return el('p', t('mine.none'));
    const rows = bets.map((bet) => [
      describe(bet),
      money(bet.stake),
      bet.settled ? money(bet.win) : '…',
    ]);
    return table([t('bet'), t('stake'), t('win')], rows);
  }
}

/** newKey makes an idempotency key. */
export const newKey = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** picksText writes the picks of a bet with their stakes. */
export const picksText = (bet, name) =>
  Object.entries(bet.picks ?? {})
    .map(([pick, stake]) => `${name(pick)} ${money(stake)}`)
    .join(' · ') || boot.name;
