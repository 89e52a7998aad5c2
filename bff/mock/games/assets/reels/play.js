// The page around every slot: a stake is paid, the casino settles the round, its outcome is shown.
import { boot, t } from '../frame/boot.js';
import { post } from '../frame/calls.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { skipWaits, wait } from '../frame/motion.js';
import { Stake } from '../frame/stake.js';
import { toggle } from '../frame/toggle.js';
import { usesBonus } from '../frame/wallet.js';
import { jackpotWon } from './celebrate.js';
import { Autoplay, spinButton } from './controls.js';
import { recent, remember } from './history.js';
import { openPaytable } from './paytable.js';
import { loadSymbols, picture } from './symbols.js';

/**
 * Slot is the frame, stake, buttons and keys. paytable(stake) gives what the game's paytable
 * has. The game gives its parts to open().
 */
export class Slot {
  constructor(paytable) {
    loadSymbols();
    const frame = buildFrame({
      showRules: () => openPaytable(this.stake.value, paytable(this.stake.value)),
    });
    /** stage, wallet, say and announce are the frame's. */
    Object.assign(this, frame);
    this.stake = new Stake(boot.game.stakes, boot.game.stake, { ...frame, highest: true });
    this.spin = spinButton(() => this.press());
    this.turbo = toggle('turbo', t('turbo'), { class: 'round' });
    this.auto = new Autoplay(() => this.press());
    this.busy = false;
    frame.controls.append(
      this.stake.node,
      el('div.hand', this.auto.node, this.spin.node, this.turbo.node),
    );
    frame.stage.append(
      el(
        'div.backdrop',
        { 'aria-hidden': 'true' },
        ['high1', 'high2', 'high3', 'high4'].map(picture),
      ),
    );
    document.querySelector('.bar .spacer').after(recent);
    frame.stage.addEventListener('click', skipWaits);
  }

  /**
   * open starts the game with its nodes on the stage. roll() starts the animation, back()
   * restores what was there before a round that failed, show(settled, stake) shows a settled
   * round.
   */
  open(nodes, { roll, back, show }) {
    Object.assign(this, { roll, back, show });
    this.stage.append(...nodes);
    const right = document.documentElement.dir === 'rtl' ? -1 : 1;
    ready({
      ' ': () => this.press(),
      ArrowUp: () => this.stake.move(1),
      ArrowDown: () => this.stake.move(-1),
      ArrowRight: () => this.stake.move(right),
      ArrowLeft: () => this.stake.move(-right),
    });
  }

  /** press plays, or skips the animation of a running round. */
  press() {
    if (this.busy) skipWaits();
    else this.rounds();
  }

  /** rounds plays one round, and further ones while autoplay has rounds left. */
  async rounds() {
    let retry = false;
    this.busy = true;
    this.stake.lock(true);
    try {
      do {
        this.auto.take();
        await this.round();
      } while (this.auto.left > 0);
    } catch (error) {
      this.auto.stop();
      retry = await this.failed(error);
    } finally {
      this.busy = false;
      this.stake.lock(false);
    }
    if (retry) await this.rounds();
  }

  /** round plays one paid round. */
  async round() {
    const { wallet } = this;
    const bet = this.stake.value;
    if (!(await wallet.covers(bet))) {
      this.auto.stop();
      await showInsufficientFunds();
      return;
    }
    const before = wallet.balance();
    wallet.hold(true);
    wallet.win(0);
    this.say(t('rolling'));
    this.spin.turning(true);
    const bonus = usesBonus();
    wallet.show(before - bet);
    this.roll();
    try {
      const settled = await post('/spin', { stake: bet });
      // A round may end the bonus or begin to use it, which is shown after the outcome; a
      // jackpot is the player's own money in either case.
      if (usesBonus() === bonus) {
        wallet.show(settled.balance - settled.win - (bonus ? 0 : settled.jackpot));
      }
      await this.show(settled, bet);
      await this.settled(settled);
    } catch (error) {
      wallet.show(before);
      throw error;
    } finally {
      wallet.hold(false);
      this.spin.turning(false);
    }
  }

  /** settled shows, announces and records what a round has won, after its outcome was shown. */
  async settled({ win: paid, jackpot, balance, stake, roundID }) {
    if (jackpot > 0) await jackpotWon(this.stage, jackpot);
    const win = paid + jackpot;
    this.wallet.show(balance);
    this.announceWin(win);
    if (win === 0) this.say(t('nothing'));
    remember({ stake, win });
    this.wallet.paid(win, roundID);
    if (this.auto.left > 0) await wait(this.turbo.on() ? 150 : 500);
  }

  /** failed restores the page, explains the failure, and returns whether to retry. */
  async failed(error) {
    this.back();
    this.say(t('ready'));
    if (error.reason === undefined) throw error; // a defect of the page, not of the round
    // The balance shown may be stale, or the round may have been played in spite of the error.
    await this.wallet.refresh();
    return showFailure(error);
  }
}
