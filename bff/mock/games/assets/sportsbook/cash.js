// Cash-out of a coupon.
import { money, t } from '../frame/boot.js';
import { post } from '../frame/calls.js';
import { openDialog } from '../frame/dialog.js';
import { el, facts } from '../frame/dom.js';

const confirm = (coupon, changed) =>
  openDialog({
    title: t('cash.title', { id: coupon.id }),
    content: el(
      'div.deal',
      changed && el('p.alarm', { role: 'alert' }, t('refused.offer')),
      el('p', t('cash.text')),
      facts(
        [
          [t('stake'), money(coupon.stake)],
          [t('slip.possible'), money(coupon.possibleWin)],
          [t('cash.offer'), money(coupon.offer)],
        ],
        { class: 'sums' },
      ),
    ),
    buttons: [
      ['', t('cash.keep')],
      ['cash', t('cash.take', { amount: money(coupon.offer) })],
    ],
  });

/**
 * cashOut takes a coupon's offer, for no less than the player has confirmed. reload gives the
 * present coupons; failed(error) explains a failure and returns whether to retry. It gives
 * {coupon, balance} once the coupon is cashed out, otherwise null.
 */
export async function cashOut(coupon, { reload, failed }) {
  let offered = coupon;
  let changed = false;
  while ((await confirm(offered, changed)) === 'cash') {
    let error;
    try {
      const list = await post('/cashout', { coupon: offered.id, least: offered.offer });
      return { coupon: list.coupons[0], balance: list.balance };
    } catch (caught) {
      if (caught.reason === undefined) throw caught; // a defect of the page
      error = caught;
    }
    // The coupon may be cashed out although the response was lost.
    const list = await reload().catch(() => null);
    const now = list?.coupons.find((it) => it.id === coupon.id);
    if (now?.status === 'cashed') return { coupon: now, balance: list.balance };
    changed = error.reason === 'offer changed';
    if (!changed && !(await failed(error))) return null;
    if (changed && !now?.offer) {
      await openDialog({
        title: t('cash.offer'),
        content: el('p', t('cash.gone')),
        buttons: [['', t('understood')]],
      });
      return null;
    }
    offered = now ?? offered;
  }
  return null;
}
