// What every slot's page does: a stake leaves, a round is settled, its outcome is shown. The
// casino settles a round as a whole; a page only plays it back.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { skipWaits, wait } from '../frame/motion.js';
import { Stake } from '../frame/stake.js';
import { post } from '../frame/calls.js';
import { toggle } from '../frame/toggle.js';
import { usesBonus } from '../frame/wallet.js';
import { jackpotWon } from './celebrate.js';
import { Autoplay, spinButton } from './controls.js';
import { recent, remember } from './history.js';
import { picture, sprite } from './symbols.js';

/**
 * Slot is the page around a game: frame, stake, buttons, keys. rules(stake) opens the
 * paytable. The game gives its parts to open().
 */
export class Slot {
  constructor(rules) {
    const inks = el('svg', { class: 'inks', 'aria-hidden': 'true' });
    inks.innerHTML = sprite(boot.theme);
    document.body.prepend(inks);
    const frame = buildFrame({ showRules: () => rules(this.stake.value) });
    /** stage, purse, say and announce are the frame's. */
    Object.assign(this, frame);
    this.stake = new Stake(boot.game.stakes, boot.game.stake, { ...frame, highest: true });
    this.spin = spinButton(() => this.press());
    this.turbo = toggle('turbo', t('turbo'), { class: 'round' });
    this.auto = new Autoplay(() => this.press());
    this.busy = false;
    frame.controls.append(
      this.stake.node,
      el('div', { class: 'hand' }, this.auto.node, this.spin.node, this.turbo.node),
    );
    frame.stage.append(
      el(
        'div',
        { class: 'backdrop', 'aria-hidden': 'true' },
        ...['high1', 'high2', 'high3', 'high4'].map(picture),
      ),
    );
    document.querySelector('.bar .spacer').after(recent);
    frame.stage.addEventListener('click', skipWaits);
  }

  /**
   * open begins the game on these nodes of the stage. roll() sets things moving, back()
   * shows what stood there before a round that did not happen, show(settled, stake) plays a
   * settled round out.
   */
  open(nodes, { roll, back, show }) {
    Object.assign(this, { roll, back, show });
    this.stage.append(...nodes);
    const on = document.documentElement.dir === 'rtl' ? -1 : 1;
    ready({
      ' ': () => this.press(),
      ArrowUp: () => this.stake.move(1),
      ArrowDown: () => this.stake.move(-1),
      ArrowRight: () => this.stake.move(on),
      ArrowLeft: () => this.stake.move(-on),
    });
  }

  /** press is the spin button and the space bar: play, or stop what turns. */
  press() {
    if (this.busy) skipWaits();
    else this.rounds();
  }

  /** rounds plays one round, and goes on while autoplay has rounds left. */
  async rounds() {
    let again = false;
    this.busy = true;
    this.stake.lock(true);
    try {
      do {
        this.auto.take();
        await this.round();
      } while (this.auto.left > 0);
    } catch (error) {
      this.auto.stop();
      again = await this.failed(error);
    } finally {
      this.busy = false;
      this.stake.lock(false);
    }
    if (again) await this.rounds();
  }

  /** round plays one paid round from the stake's leaving to the win's arriving. */
  async round() {
    const { purse } = this;
    const bet = this.stake.value;
    if (purse.balance() < bet) {
      this.auto.stop();
      await showInsufficientFunds();
      return;
    }
    purse.win(0);
    this.say(t('rolling'));
    this.spin.turning(true);
    const before = purse.balance();
    const bonus = usesBonus();
    purse.show(before - bet);
    this.roll();
    try {
      const settled = await post('/spin', { stake: bet });
      // A round may end one purse and begin the other, which is shown once its outcome is;
      // a jackpot is the player's own whatever it was played with.
      if (usesBonus() === bonus) {
        purse.show(settled.balance - settled.win - (bonus ? 0 : settled.jackpot));
      }
      await this.show(settled, bet);
      await this.settled(settled);
    } catch (error) {
      purse.show(before);
      throw error;
    } finally {
      this.spin.turning(false);
    }
  }

  /** settled tells everybody what a round came to, once its outcome has been shown. */
  async settled({ win: paid, jackpot, balance, stake, roundID }) {
    if (jackpot > 0) await jackpotWon(this.stage, jackpot);
    const win = paid + jackpot;
    this.purse.show(balance);
    this.announceWin(win);
    if (win === 0) this.say(t('nothing'));
    remember({ stake, win });
    this.purse.paid(win, roundID);
    if (this.auto.left > 0) await wait(this.turbo.on() ? 150 : 500);
  }

  /** failed puts everything back as it was, says why, and gives whether to try again. */
  async failed(error) {
    this.back();
    this.say(t('ready'));
    if (error.word === undefined) throw error; // a defect of the page, not of the round
    // What the player sees may be stale, or the round may have been played after all.
    await this.purse.refresh();
    return showFailure(error);
  }
}
