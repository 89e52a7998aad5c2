// What the player's money is: their own, and that of a bonus, which is played with once their
// own covers no stake. A balance, as games know it, is whichever of the two may be staked.
import { boot } from './boot.js';

let { bonus } = boot; // {held, own, inUse}, where there is one or was

/** heed takes what an answer of the casino tells of a bonus. */
export function heed(answer) {
  if (answer.balance === undefined) return;
  // One that has ended holds nothing any more.
  bonus = answer.bonus ?? (bonus && { held: 0, inUse: false });
}

/** onBonus tells whether the balance is the bonus's. */
export const onBonus = () => bonus?.inUse === true;

/** own gives what is the player's own while a bonus is played with. */
export const own = () => bonus.own;

/** figuresOf gives the wallet as a site shows it, with this balance of the game. */
export function figuresOf(balance) {
  if (onBonus()) return { balance: bonus.own, bonus: balance };
  return bonus ? { balance, bonus: bonus.held } : { balance };
}
