// Placing a slip: the order, and what came of one whose answer is no or is missing.
import { t } from '../frame/boot.js';
import { get, post } from '../frame/calls.js';

// What only a coupon is refused for; its words stand on the slip.
const refusals = {
  'odds changed': 'refused.odds',
  'bad picks': 'refused.picks',
  'too many coupons': 'refused.coupons',
};

/** newKey names an order, so that sending it twice places it once. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');
}

/** plain gives a tip as the casino reads it. */
export const plain = ({ match, market, pick, odd }) => ({ match, market, pick, odd });

/**
 * order places coupons. It gives the list of them, or {refused} with words for the slip;
 * any other failure is thrown.
 */
export async function order(wanted) {
  try {
    return await post('/place', wanted);
  } catch (error) {
    if (refusals[error.word]) return { refused: t(refusals[error.word]) };
    if (error.word === 'network') {
      // The order may have arrived. The coupons tell; and the same order again is still one.
      const list = await get('/coupons').catch(() => null);
      const coupons = list?.coupons.filter((coupon) => coupon.key === wanted.key) ?? [];
      if (coupons.length > 0) return { ...list, coupons };
    }
    throw error;
  }
}
