// The player's coupons and how their matches stand.
import { money, t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { begun, clock, moment } from './format.js';
import { price } from '../frame/numbers.js';

const badge = (status) =>
  el('span', { class: `badge-${status} state`, text: t(`status.${status}`) });

function event(it) {
  const match = {
    ...it.stand,
    unit: it.unit,
    sport: it.sport,
    starts: it.starts,
  };
  const running = begun(match);
  return el(
    'li',
    { class: `event ${it.status}` },
    icon(it.sport),
    el(
      'div',
      {},
      el('span', { class: 'pair', dir: 'auto', text: it.match }),
      el('span', {
        class: 'question',
        dir: 'auto',
        text: `${it.market}: ${it.pick}`,
      }),
      el(
        'span',
        { class: 'clock' },
        running
          ? el('bdi', {
              class: 'score',
              dir: 'ltr',
              text: `${match.score.join(' : ')}  `,
            })
          : '',
        running ? clock(match) : moment(it.starts),
      ),
    ),
    el('bdi', { class: 'value', text: price(it.odd) }),
    it.status === 'open' ? '' : badge(it.status),
  );
}

/** kindOf names what ties the picks of a coupon. */
function kindOf({ system, events }) {
  if (system) return `${t('kind.system')} ${system}/${events.length}`;
  return t(events.length > 1 ? 'kind.combo' : 'kind.single');
}

/** card draws a coupon; cash is what its button does. */
function card(coupon, cash) {
  const open = coupon.status === 'open';
  const bets = `${coupon.bets} × ${money(Math.round((coupon.stake * 100) / coupon.bets) / 100)}`;
  const facts = [
    [t('stake'), money(coupon.stake)],
    coupon.system ? [t('coupon.bets'), bets] : [t('slip.odds'), price(coupon.odds)],
    open ? [t('slip.possible'), money(coupon.possibleWin)] : [t('win'), money(coupon.win)],
  ];
  return el(
    'li',
    { class: `coupon ${coupon.status}` },
    el(
      'header',
      {},
      el('strong', { text: kindOf(coupon) }),
      el('bdi', { class: 'number', text: `#${coupon.id}` }),
      el('span', { class: 'when', text: moment(coupon.at) }),
      badge(coupon.status),
    ),
    el('ul', { class: 'events' }, ...coupon.events.map(event)),
    el(
      'dl',
      { class: 'sums' },
      ...facts.map(([name, value]) =>
        el('div', {}, el('dt', { text: name }), el('dd', {}, el('bdi', { text: value }))),
      ),
    ),
    open
      ? el('button', {
          type: 'button',
          class: 'cash',
          'data-coupon': coupon.id,
          disabled: !coupon.offer,
          text: coupon.offer ? t('cash.take', { amount: money(coupon.offer) }) : t('cash.none'),
          onclick: () => cash(coupon),
        })
      : '',
  );
}

/**
 * Coupons lists what was placed; settled(coupons, balance) hears of what the clock decided,
 * cash(coupon) of a coupon that is to be cashed out.
 */
export class Coupons {
  constructor({ settled, cash }) {
    Object.assign(this, { settled, cash });
    this.known = new Map();
    this.list = el('ul', { class: 'coupons' });
    this.empty = el('p', { class: 'empty', text: t('none.coupons') });
    this.node = el('div', {}, this.list, this.empty);
  }

  get open() {
    return [...this.known.values()].filter((status) => status === 'open').length;
  }

  show({ coupons, balance }) {
    const decided = coupons.filter(
      ({ id, status }) => status !== 'open' && status !== 'cashed' && this.known.get(id) === 'open',
    );
    this.known = new Map(coupons.map(({ id, status }) => [id, status]));
    const wire = JSON.stringify(coupons);
    if (wire !== this.wire) {
      // Offers move while a player is on their way to one: the focus stays with its coupon.
      const { coupon } = document.activeElement?.dataset ?? {};
      this.list.replaceChildren(...coupons.map((it) => card(it, this.cash)));
      if (coupon) this.list.querySelector(`[data-coupon='${coupon}']`)?.focus();
    }
    this.wire = wire;
    this.empty.hidden = coupons.length > 0;
    if (decided.length > 0) this.settled(decided, balance);
  }
}
