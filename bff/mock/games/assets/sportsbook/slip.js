// The coupon slip: what is picked, for how much, and placing it.
import { boot, money, t } from '../frame/boot.js';
import { el, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { look, post } from '../frame/table.js';
import { odd } from './format.js';
import { tipKey } from './odds.js';

const { game } = boot;

/** newKey names an order, so that sending it twice places it once. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');
}

// What only a coupon is refused for; its words stand on the slip.
const refusals = {
  'odds changed': 'refused.odds',
  'bad picks': 'refused.picks',
  'too many coupons': 'refused.coupons',
};

const same = (a, b) => Math.round(a * 100) === Math.round(b * 100);

/**
 * Slip holds the picks. The page gives it changed() (picks came or went), placed(list) (coupons
 * were bought), failed(error) and short() (the balance is too small); terms come with the
 * first board.
 */
export class Slip {
  constructor({ purse, changed, placed, failed, short, close, announce }) {
    Object.assign(this, { purse, changed, placed, failed, short, announce });
    this.tips = new Map();
    this.combo = true;
    this.key = newKey();
    this.busy = false;
    this.list = el('ul', { class: 'tips' });
    this.modes = ['single', 'combo'].map((mode) =>
      el('button', {
        type: 'button',
        text: t(`kind.${mode}`),
        onclick: () => this.choose(mode === 'combo'),
      }),
    );
    this.amount = el('input', {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      id: 'stake',
      dir: 'ltr',
      value: String(game.quick[0] ?? game.min),
      oninput: () => this.renew(),
    });
    this.quick = game.quick.map((stake) =>
      el('button', {
        type: 'button',
        text: money(stake).replace(/[.,]00(?!\d)/, ''),
        onclick: () => this.stakeOf(stake),
      }),
    );
    this.sums = el('dl', { class: 'sums' });
    this.note = el('p', { class: 'note', role: 'alert' });
    this.button = el('button', {
      type: 'button',
      class: 'primary place',
      onclick: () => this.press(),
    });
    this.count = el('span', { class: 'count' });
    this.empty = el('p', { class: 'empty', text: t('slip.empty') });
    this.form = el(
      'div',
      { class: 'form' },
      el('div', { class: 'modes', role: 'group', 'aria-label': t('slip.kind') }, ...this.modes),
      this.list,
      el(
        'div',
        { class: 'bottom' },
        el(
          'div',
          { class: 'stakes' },
          el('label', { for: 'stake', text: t('stake') }),
          this.amount,
          el('div', { class: 'quick' }, ...this.quick),
        ),
        this.sums,
        this.note,
        this.button,
      ),
    );
    this.node = el(
      'aside',
      { class: 'slip', 'aria-label': t('slip') },
      el(
        'header',
        {},
        el('h2', {}, t('slip'), ' ', this.count),
        (this.clearing = el('button', {
          type: 'button',
          class: 'link',
          text: t('slip.clear'),
          onclick: () => this.clear(),
        })),
        iconButton('close', t('close'), close, { class: 'tool closer' }),
      ),
      this.empty,
      this.form,
    );
    this.show();
  }

  has(key) {
    return this.tips.has(key);
  }

  /** toggle puts a tip on the slip, or takes it off. One match stands once on a combination. */
  toggle(tip) {
    const key = tipKey(tip);
    if (this.busy) return;
    if (this.tips.has(key)) this.tips.delete(key);
    else {
      if (this.combo) {
        for (const [other, { match }] of this.tips)
          if (match === tip.match) this.tips.delete(other);
      }
      if (this.tips.size >= (this.terms?.maxPicks ?? 20)) {
        this.say(t('slip.full', { n: this.tips.size }));
        return;
      }
      this.tips.set(key, tip);
    }
    this.announce(
      t(this.tips.has(key) ? 'say.added' : 'say.removed', {
        pick: `${tip.question}: ${tip.answer}`,
      }),
    );
    this.renew();
    this.changed();
  }

  clear() {
    if (this.busy) return;
    this.tips.clear();
    this.renew();
    this.changed();
  }

  choose(combo) {
    this.combo = combo;
    play('click');
    this.renew();
  }

  stakeOf(stake) {
    this.amount.value = String(stake);
    play('click');
    this.renew();
  }

  get stake() {
    const value = Number(this.amount.value.trim().replace(',', '.'));
    return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
  }

  /** several tells whether the tips make one coupon together. */
  get together() {
    return this.combo && this.tips.size > 1;
  }

  /** clash tells whether two tips are of one match, which no combination takes. */
  get clash() {
    const matches = [...this.tips.values()].map((tip) => tip.match);
    return new Set(matches).size < matches.length;
  }

  get moved() {
    return [...this.tips.values()].some((tip) => !same(tip.odd, tip.now));
  }

  get closed() {
    return [...this.tips.values()].some((tip) => !tip.now);
  }

  /** possible is what one coupon pays; the casino rounds the same way. */
  possible(odds) {
    const cents = Math.floor((Math.round(this.stake * 100) * odds) / 100 + 1e-6);
    return Math.min(cents / 100, this.terms?.maxWin ?? Infinity);
  }

  get odds() {
    const most = Math.round((this.terms?.maxOdds ?? 10_000) * 100);
    let product = 100;
    for (const { now } of this.tips.values()) {
      product = Math.min(most, Math.floor((product * Math.round(now * 100)) / 100));
    }
    return product;
  }

  /** renew is for a slip that is another order now. */
  renew() {
    this.key = newKey();
    this.say('');
    this.show();
  }

  say(text) {
    this.note.textContent = text;
  }

  show() {
    const { size } = this.tips;
    this.count.textContent = size || '';
    this.empty.hidden = size > 0;
    this.form.hidden = this.clearing.hidden = size === 0;
    this.modes.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(this.together === (i === 1)));
      button.disabled = i === 1 && (size < 2 || this.clash);
    });
    this.list.replaceChildren(...[...this.tips.entries()].map(([key, tip]) => this.line(key, tip)));
    const total = this.together ? this.stake : this.stake * size;
    const win = this.together
      ? this.possible(this.odds)
      : [...this.tips.values()].reduce(
          (sum, tip) => sum + this.possible(Math.round(tip.now * 100)),
          0,
        );
    const facts = [
      ...(this.together ? [[t('slip.odds'), odd(this.odds / 100)]] : []),
      ...(size > 1 && !this.together ? [[t('slip.total', { n: size }), money(total)]] : []),
      [t('slip.possible'), money(win)],
    ];
    this.sums.replaceChildren(
      ...facts.map(([name, value]) =>
        el('div', {}, el('dt', { text: name }), el('dd', {}, el('bdi', { text: value }))),
      ),
    );
    const wanted = this.stake < game.min || this.stake > game.max;
    this.amount.setAttribute('aria-invalid', String(wanted));
    this.button.disabled = this.busy || size === 0 || (this.closed && !this.moved);
    this.button.classList.toggle('accept', this.moved);
    this.button.textContent = this.busy
      ? t('slip.placing')
      : this.moved
        ? t(this.closed ? 'slip.drop' : 'slip.accept')
        : t('slip.place', { amount: money(total) });
  }

  line(key, tip) {
    const moved = !same(tip.odd, tip.now);
    return el(
      'li',
      { class: tip.now ? (moved ? 'tip moved' : 'tip') : 'tip shut' },
      el(
        'div',
        {},
        el('strong', { dir: 'auto', text: tip.answer }),
        el('span', { class: 'question', dir: 'auto', text: tip.question }),
        el('span', { class: 'pair', dir: 'auto', text: tip.name }),
      ),
      el(
        'span',
        { class: 'price' },
        moved ? el('s', { text: odd(tip.odd) }) : '',
        el('bdi', { text: tip.now ? odd(tip.now) : t('closed') }),
      ),
      iconButton('close', t('slip.remove', { name: tip.name }), () => this.toggle(tip), {
        class: 'tool remove',
        disabled: this.busy,
      }),
    );
  }

  /** refresh asks for the odds of the tips. */
  async refresh() {
    const tips = [...this.tips.values()];
    if (tips.length === 0 || this.busy) return;
    const { odds } = await post('/odds', {
      tips: tips.map(({ match, market, pick, odd }) => ({
        match,
        market,
        pick,
        odd,
      })),
    });
    let changed = false;
    tips.forEach((tip, i) => {
      changed ||= !same(tip.now, odds[i]);
      tip.now = odds[i];
    });
    if (changed) this.show();
  }

  /** press accepts odds that have moved, or places the slip. */
  press() {
    if (!this.moved) return this.place();
    for (const [key, tip] of this.tips) {
      if (tip.now) tip.odd = tip.now;
      else this.tips.delete(key);
    }
    this.renew();
    this.changed();
    this.button.focus();
    return undefined;
  }

  async place() {
    const { stake } = this;
    const total = this.together ? stake : stake * this.tips.size;
    if (stake < game.min || stake > game.max) {
      this.say(t('slip.limits', { min: money(game.min), max: money(game.max) }));
      this.amount.focus();
      return;
    }
    if (total > this.purse.held()) {
      await this.short();
      return;
    }
    const order = {
      key: this.key,
      combo: this.together,
      stake,
      tips: [...this.tips.values()].map(({ match, market, pick, odd }) => ({
        match,
        market,
        pick,
        odd,
      })),
    };
    this.busy = true;
    this.show();
    try {
      this.done(await post('/place', order));
    } catch (error) {
      await this.refused(error, order);
    } finally {
      this.busy = false;
      this.show();
    }
  }

  done(list) {
    this.tips.clear();
    this.key = newKey();
    this.say('');
    play('win');
    this.placed(list);
  }

  /** refused finds out what came of an order whose answer is no, or is missing. */
  async refused(error, order) {
    this.busy = false;
    if (refusals[error.word]) {
      await this.refresh().catch(() => {});
      this.say(t(refusals[error.word]));
      return;
    }
    if (error.word === 'network') {
      // The order may have arrived. The coupons tell; and the same order again is still one.
      const list = await look('/coupons').catch(() => null);
      const coupons = list?.coupons.filter((coupon) => coupon.key === order.key) ?? [];
      if (coupons.length > 0) {
        this.done({ coupons, balance: list.balance });
        return;
      }
    }
    this.failed(error);
  }
}
