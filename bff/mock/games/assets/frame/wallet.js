// The player's two balances: their own money, and a bonus, which is staked once the own money
// covers no stake. A game's balance is the one of the two that may be staked.
import { boot } from './boot.js';

let { bonus } = boot; // {held, own, inUse} of a present or former bonus

/** updateBonus reads the bonus from a response. */
export function updateBonus(response) {
  if (response.balance === undefined) return;
  // A bonus that has ended holds nothing.
  bonus = response.bonus ?? (bonus && { held: 0, inUse: false });
}

/** usesBonus reports whether the balance is the bonus's. */
export const usesBonus = () => bonus?.inUse === true;

/** ownMoney gives the player's own balance while a bonus is staked. */
export const ownMoney = () => bonus.own;

/** walletFigures gives the wallet's balances as the site shows them for a balance of the game. */
export function walletFigures(balance) {
  if (usesBonus()) return { balance: bonus.own, bonus: balance };
  return bonus ? { balance, bonus: bonus.held } : { balance };
}
