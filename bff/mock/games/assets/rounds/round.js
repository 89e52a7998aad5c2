// The round that all players of a game share.
import { money, t } from '../frame/boot.js';
import { now, syncClock } from '../frame/clock.js';
import { follow } from '../frame/follow.js';
import { buildFrame, ready } from '../frame/frame.js';
import { animate } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { openRules } from './dialogs.js';

/** sumOf adds up amounts without errors of fractions. */
export const sumOf = (amounts) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/**
 * Round follows the round of a game. Games extend it with
 *   begin(): clears the last round
 *   show(table): shows a response of the casino
 *   turn(before): shows a new phase; before is the response of the phase before, null in a new round
 *   refresh(): shows what depends on the time and on the player's choice; called every 200 ms too
 *   standing(): the status line's text for the phase
 *   paint(time): draws a frame
 *   celebrate(win): shows a win
 */
export class Round {
  /** rules() gives what openRules shows. */
  constructor(rules) {
    this.table = null; // the casino's last response
    this.ordered = false; // whether a response that a newer one has overtaken is ignored
    this.seen = new Set(); // settled bets that have been shown
    this.frame = buildFrame({ showRules: () => openRules(rules()) });
    Object.assign(this, this.frame);
    this.take = this.take.bind(this);
  }

  /** mine lists the player's bets of the round. */
  get mine() {
    return this.table.bets.filter((bet) => bet.round === this.table.round);
  }

  /** start binds the keys and follows the round; node is dimmed while the casino is offline. */
  start(node, keys) {
    ready(keys);
    setInterval(() => this.table && this.refresh(), 200);
    follow(this.take, (reason) => {
      const back = !reason && node.classList.contains('offline');
      node.classList.toggle('offline', reason !== '');
      if (reason) this.say(reason);
      else if (back) this.say(this.standing());
    });
  }

  /** take shows a response of the casino. */
  take(next) {
    if (!syncClock(next.now) && this.ordered) return;
    const before = this.table;
    const fresh = before?.round !== next.round;
    this.table = next;
    this.wallet.show(next.balance);
    if (fresh) {
      this.wallet.win(0);
      this.begin();
    }
    this.show(next, fresh ? null : before);
    if (!before && this.paint) animate((time) => this.paint(time), 200);
    if (fresh || before.phase !== next.phase) this.turn(fresh ? null : before);
    this.settle(next, before === null);
    this.refresh();
  }

  /** news gives the bets that have been settled since the last response. */
  news(bets) {
    const news = bets.filter((bet) => bet.settled && !this.seen.has(bet.id));
    for (const bet of news) this.seen.add(bet.id);
    return news;
  }

  /** settle shows what bets have won; those settled before the page was opened are no news. */
  settle({ bets }, first) {
    const news = this.news(bets);
    const own = this.mine.filter((bet) => bet.settled);
    if (own.length) this.wallet.win(sumOf(own.map((bet) => bet.win)));
    if (first || news.length === 0) return;
    const win = sumOf(news.map((bet) => bet.win));
    this.say(win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing'));
    this.announceWin(win);
    if (win > 0) {
      play('big');
      this.celebrate(win);
    }
    for (const bet of news) this.wallet.paid(bet.win, bet.id);
  }

  celebrate() {}
}

/** seconds gives the whole seconds until a time. */
export const seconds = (time) => String(Math.max(Math.ceil((time - now()) / 1000), 0));
