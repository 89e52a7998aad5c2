// Orders of coupons, with their refusals and lost responses.
import { t } from '../frame/boot.js';
import { get, post } from '../frame/calls.js';

// Refusals that are shown on the slip, by the word of their error.
const refusals = {
  'odds changed': 'refused.odds',
  'bad picks': 'refused.picks',
  'too many coupons': 'refused.coupons',
};

/** newKey makes an idempotency key of an order. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');

/** plain gives a tip as it is sent. */
export const plain = ({ match, market, pick, odd }) => ({ match, market, pick, odd });

/**
 * order places coupons. It gives the list of them, or {refused} with a text for the slip; other
 * failures are thrown.
 */
export async function order(wanted) {
  try {
    return await post('/place', wanted);
  } catch (error) {
    if (refusals[error.reason]) return { refused: t(refusals[error.reason]) };
    if (error.reason === 'network') {
      // The order may have arrived; if it has not, the same key can be sent again.
      const list = await get('/coupons').catch(() => null);
      const coupons = list?.coupons.filter((coupon) => coupon.key === wanted.key) ?? [];
      if (coupons.length > 0) return { ...list, coupons };
    }
    throw error;
  }
}
