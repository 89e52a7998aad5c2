// Cashing a coupon out: the question, and what came of it.
import { money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el, facts } from '../frame/dom.js';
import { post } from '../frame/calls.js';

function ask(coupon, changed) {
  return openDialog({
    title: t('cash.title', { id: coupon.id }),
    content: el(
      'div',
      { class: 'deal' },
      changed ? el('p', { class: 'alarm', role: 'alert', text: t('refused.offer') }) : '',
      el('p', { text: t('cash.text') }),
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
}

const none = () =>
  openDialog({
    title: t('cash.offer'),
    content: el('p', { text: t('cash.gone') }),
    buttons: [['', t('understood')]],
  });

/**
 * cashOut asks the player and takes the offer, for no less than they have seen. reload gives
 * the coupons as they are; failed(error) tells of what went wrong, and whether to try again.
 * It gives {coupon, balance} once the coupon is cashed out, and null where it is not.
 */
export async function cashOut(coupon, { reload, failed }) {
  let offered = coupon;
  let changed = false;
  while ((await ask(offered, changed)) === 'cash') {
    let error;
    try {
      const list = await post('/cashout', { coupon: offered.id, least: offered.offer });
      return { coupon: list.coupons[0], balance: list.balance };
    } catch (caught) {
      if (caught.word === undefined) throw caught; // a defect of the page
      error = caught;
    }
    // An answer that was lost may have been a yes.
    const list = await reload().catch(() => null);
    const now = list?.coupons.find((it) => it.id === coupon.id);
    if (now?.status === 'cashed') return { coupon: now, balance: list.balance };
    changed = error.word === 'offer changed';
    if (!changed && !(await failed(error))) return null;
    if (changed && !now?.offer) {
      await none();
      return null;
    }
    offered = now ?? offered;
  }
  return null;
}
