// The picks of the slip, how they are combined, and their sums.
import { boot, money, t } from '../frame/boot.js';
import { tipKey } from './odds.js';
import { computeSums } from './sums.js';

const { min, max } = boot.game;
const same = (a, b) => Math.round(a * 100) === Math.round(b * 100);

/** moved reports whether a tip's odd has changed since the player chose or accepted it. */
export const moved = (tip) => !same(tip.odd, tip.now);

/** Picks holds the tips of the slip; the house's terms arrive with the first board. */
export class Picks {
  constructor() {
    this.tips = new Map();
    this.kind = 'combo'; // single, combo or system, as the player wants it
    this.systemSize = 2; // picks in a combination of a system, as the player wants it
    this.stake = 0;
    this.terms = { maxPicks: 20, maxSystem: 8, minEach: 1, maxOdds: 10_000, maxWin: Infinity };
  }

  get all() {
    return [...this.tips.values()];
  }

  /** size is the number of tips. */
  get size() {
    return this.tips.size;
  }

  /** toggle adds or removes a tip, and returns false if there was no room for it. */
  toggle(tip) {
    const key = tipKey(tip);
    if (this.tips.delete(key)) return true;
    if (this.kind !== 'single') {
      // A combination takes one pick of a match.
      for (const [other, { match }] of this.tips) if (match === tip.match) this.tips.delete(other);
    }
    if (this.size >= this.terms.maxPicks) return false;
    this.tips.set(key, tip);
    return true;
  }

  /** accept takes the present odds, and removes picks that are closed. */
  accept() {
    for (const [key, tip] of this.tips) {
      if (tip.now) tip.odd = tip.now;
      else this.tips.delete(key);
    }
  }

  /** update sets the present odds of tips, and returns whether any has changed. */
  update(tips, odds) {
    const changed = tips.some((tip, i) => !same(tip.now, odds[i]));
    tips.forEach((tip, i) => (tip.now = odds[i]));
    return changed;
  }

  /** clash reports whether two tips are of one match, which no combination takes. */
  get clash() {
    return new Set(this.all.map((tip) => tip.match)).size < this.size;
  }

  get moved() {
    return this.all.some(moved);
  }

  get closed() {
    return this.all.some((tip) => !tip.now);
  }

  /** offered has the kinds of bet that the tips can make. */
  get offered() {
    const { size, clash } = this;
    const system = size > 2 && size <= this.terms.maxSystem && !clash;
    return { single: true, combo: size > 1 && !clash, system };
  }

  /** mode is the kind of bet that the tips make. */
  get mode() {
    const { size, kind, offered } = this;
    if (size < 2 || kind === 'single' || !offered.combo) return 'single';
    return kind === 'system' && offered.system ? 'system' : 'combo';
  }

  /** combination is the number of picks in a combination of the system. */
  get combination() {
    return Math.min(this.systemSize, this.size - 1);
  }

  /** sums has the cost and possible win of the slip. */
  get sums() {
    const { mode, combination, stake, terms } = this;
    const odds = this.all.map((tip) => tip.now);
    return computeSums({ ...terms, mode, size: combination, stake, odds });
  }

  /** limits gives a text on why the stake is not accepted, or ''. */
  get limits() {
    const { mode, stake, sums } = this;
    const { minEach } = this.terms;
    const words = { min: money(min), max: money(max), each: money(minEach) };
    if (mode !== 'system') return stake < min || stake > max ? t('slip.limits', words) : '';
    const bad = stake < minEach || sums.total < min || sums.total > max;
    return bad ? t('slip.limits system', words) : '';
  }
}
