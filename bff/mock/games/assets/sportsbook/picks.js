// What is picked, how it is tied together, and what that comes to.
import { boot, money, t } from '../frame/boot.js';
import { tipKey } from './odds.js';
import { reckon } from './sums.js';

const { game } = boot;
const same = (a, b) => Math.round(a * 100) === Math.round(b * 100);

/** moved tells whether a tip's odd is no longer the one that its player has seen. */
export const moved = (tip) => !same(tip.odd, tip.now);

/** Picks holds the tips of the slip; the page gives it the house's terms with the first board. */
export class Picks {
  constructor() {
    this.tips = new Map();
    this.kind = 'combo'; // single, combo or system, as the player wants it
    this.wanted = 2; // picks of a system's combination
    this.stake = 0;
    this.terms = { maxPicks: 20, maxSystem: 8, minEach: 1, maxOdds: 10_000, maxWin: Infinity };
  }

  get all() {
    return [...this.tips.values()];
  }

  /** toggle puts a tip on or takes it off, and tells whether there was room for it. */
  toggle(tip) {
    const key = tipKey(tip);
    if (this.tips.delete(key)) return true;
    if (this.kind !== 'single') {
      // One match stands once on a combination.
      for (const [other, { match }] of this.tips) if (match === tip.match) this.tips.delete(other);
    }
    if (this.tips.size >= this.terms.maxPicks) return false;
    this.tips.set(key, tip);
    return true;
  }

  /** accept takes the odds as they are now, and drops what is closed. */
  accept() {
    for (const [key, tip] of this.tips) {
      if (tip.now) tip.odd = tip.now;
      else this.tips.delete(key);
    }
  }

  /** update takes new odds for tips, and tells whether any is another. */
  update(tips, odds) {
    let changed = false;
    tips.forEach((tip, i) => {
      changed ||= !same(tip.now, odds[i]);
      tip.now = odds[i];
    });
    return changed;
  }

  /** clash tells whether two tips are of one match, which no combination takes. */
  get clash() {
    return new Set(this.all.map((tip) => tip.match)).size < this.tips.size;
  }

  get moved() {
    return this.all.some(moved);
  }

  get closed() {
    return this.all.some((tip) => !tip.now);
  }

  /** systems tells whether there are systems of so many tips. */
  get systems() {
    const { size } = this.tips;
    return size > 2 && size <= this.terms.maxSystem && !this.clash;
  }

  /** mode is what the tips make: each a bet, one bet together, or a system of bets. */
  get mode() {
    if (this.tips.size < 2 || this.kind === 'single' || this.clash) return 'single';
    return this.kind === 'system' && this.systems ? 'system' : 'combo';
  }

  /** size is how many picks a combination of the system has. */
  get size() {
    return Math.min(this.wanted, this.tips.size - 1);
  }

  /** sums is what the slip comes to now. */
  get sums() {
    const { mode, size, stake } = this;
    const { maxOdds, maxWin } = this.terms;
    return reckon({ mode, size, stake, odds: this.all.map((tip) => tip.now), maxOdds, maxWin });
  }

  /** limits says why the stake is none that the house takes; '' where it is one. */
  get limits() {
    const { mode, stake, sums } = this;
    const words = { min: money(game.min), max: money(game.max) };
    if (mode !== 'system') {
      return stake < game.min || stake > game.max ? t('slip.limits', words) : '';
    }
    const { minEach } = this.terms;
    return stake < minEach || sums.total < game.min || sums.total > game.max
      ? t('slip.limits system', { ...words, each: money(minEach) })
      : '';
  }
}
