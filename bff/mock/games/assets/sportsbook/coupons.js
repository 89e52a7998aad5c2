// The player's coupons and the state of their matches.
import { money, t } from '../frame/boot.js';
import { el, facts, icon } from '../frame/dom.js';
import { price } from '../frame/numbers.js';
import { clock, moment, score, started } from './format.js';

const badge = (status) => el(`span.state.badge-${status}`, t(`status.${status}`));

function event(it) {
  const match = { ...it.stand, unit: it.unit, sport: it.sport, starts: it.starts };
  return el(
    `li.event.${it.status}`,
    icon(it.sport),
    el(
      'div',
      el('span.pair.ellipsis', { dir: 'auto' }, it.match),
      el('span.detail-line.ellipsis', { dir: 'auto' }, `${it.market}: ${it.pick}`),
      el(
        'span.clock.detail-line.ellipsis',
        started(match)
          ? [el('bdi.score', { dir: 'ltr' }, `${score(match)}  `), clock(match)]
          : moment(it.starts),
      ),
    ),
    el('bdi.value', price(it.odd)),
    it.status !== 'open' && badge(it.status),
  );
}

/** kindOf names how the picks of a coupon are combined. */
function kindOf({ system, events }) {
  if (system) return `${t('kind.system')} ${system}/${events.length}`;
  return t(events.length > 1 ? 'kind.combo' : 'kind.single');
}

/** couponCard shows a coupon; cash is called with it to cash it out. */
function couponCard(coupon, cash) {
  const { status, offer, stake, bets } = coupon;
  const each = money(Math.round((stake * 100) / bets) / 100);
  const open = status === 'open';
  return el(
    `li.coupon.${status}`,
    el(
      'header',
      el('strong', kindOf(coupon)),
      el('bdi.detail-line', `#${coupon.id}`),
      el('span.detail-line', moment(coupon.at)),
      badge(status),
    ),
    el('ul', coupon.events.map(event)),
    facts(
      [
        [t('stake'), money(stake)],
        coupon.system
          ? [t('coupon.bets'), `${bets} × ${each}`]
          : [t('slip.odds'), price(coupon.odds)],
        open ? [t('slip.possible'), money(coupon.possibleWin)] : [t('win'), money(coupon.win)],
      ],
      { class: 'sums' },
    ),
    open &&
      el('button.cash', {
        'data-coupon': coupon.id,
        disabled: !offer,
        text: offer ? t('cash.take', { amount: money(offer) }) : t('cash.none'),
        onclick: () => cash(coupon),
      }),
  );
}

/**
 * Coupons lists the player's coupons. settled(coupons, balance) is called with those that the
 * clock has decided, cash(coupon) with one that the player wants to cash out.
 */
export class Coupons {
  constructor({ settled, cash }) {
    Object.assign(this, { settled, cash });
    this.statuses = new Map();
    this.list = el('ul.coupons');
    this.empty = el('p.empty', t('none.coupons'));
    this.node = el('div', this.list, this.empty);
  }

  get open() {
    return [...this.statuses.values()].filter((status) => status === 'open').length;
  }

  show({ coupons, balance }) {
    const decided = coupons.filter(
      ({ id, status }) =>
        status !== 'open' && status !== 'cashed' && this.statuses.get(id) === 'open',
    );
    this.statuses = new Map(coupons.map(({ id, status }) => [id, status]));
    const json = JSON.stringify(coupons);
    if (json !== this.shown) {
      // Offers change while a player is about to take one: the focus stays with its coupon.
      const { coupon } = document.activeElement?.dataset ?? {};
      this.list.replaceChildren(...coupons.map((it) => couponCard(it, this.cash)));
      if (coupon) this.list.querySelector(`[data-coupon='${coupon}']`)?.focus();
    }
    this.shown = json;
    this.empty.hidden = coupons.length > 0;
    if (decided.length > 0) this.settled(decided, balance);
  }
}
