// The coupon slip: what is picked, for how much, and placing it.
import { boot, money, t } from '../frame/boot.js';
import { el, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { post } from '../frame/calls.js';
import { price } from '../frame/numbers.js';
import { tipKey } from './odds.js';
import { newKey, order, plain } from './order.js';
import { moved, Picks } from './picks.js';
import { choose } from './sums.js';

const { game } = boot;
const kinds = ['single', 'combo', 'system'];

/**
 * Slip shows the picks. The page gives it changed() (picks came or went), placed(list) (coupons
 * were bought), failed(error), which tells whether to try again, and short() (the balance is
 * too small).
 */
export class Slip {
  constructor({ purse, changed, placed, failed, short, close, announce }) {
    Object.assign(this, { purse, changed, placed, failed, short, announce });
    this.picks = new Picks();
    this.key = newKey();
    this.busy = false;
    this.list = el('ul', { class: 'tips' });
    this.modes = kinds.map((kind) =>
      el('button', { type: 'button', text: t(`kind.${kind}`), onclick: () => this.tie(kind) }),
    );
    this.sizes = el('div', { class: 'sizes', role: 'group', 'aria-label': t('slip.system') });
    this.label = el('label', { for: 'stake' });
    this.amount = el('input', {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      id: 'stake',
      dir: 'ltr',
      value: String(game.quick[0] ?? game.min),
      oninput: () => this.renew(),
    });
    this.facts = el('dl', { class: 'sums' });
    this.note = el('p', { class: 'note', role: 'alert' });
    this.button = el('button', {
      type: 'button',
      class: 'primary place',
      onclick: () => this.press(),
    });
    this.count = el('span', { class: 'count' });
    this.empty = el('p', { class: 'empty', text: t('slip.empty') });
    this.clearing = el('button', {
      type: 'button',
      class: 'link',
      text: t('slip.clear'),
      onclick: () => this.clear(),
    });
    this.form = this.build();
    this.node = el(
      'aside',
      { class: 'slip', 'aria-label': t('slip') },
      el(
        'header',
        {},
        el('h2', {}, t('slip'), ' ', this.count),
        this.clearing,
        iconButton('close', t('close'), close, { class: 'tool closer' }),
      ),
      this.empty,
      this.form,
    );
    this.renew();
  }

  build() {
    const quick = game.quick.map((stake) =>
      el('button', {
        type: 'button',
        text: money(stake).replace(/[.,]00(?!\d)/, ''),
        onclick: () => {
          this.amount.value = String(stake);
          play('click');
          this.renew();
        },
      }),
    );
    return el(
      'div',
      { class: 'form' },
      el('div', { class: 'modes', role: 'group', 'aria-label': t('slip.kind') }, ...this.modes),
      this.sizes,
      this.list,
      el(
        'div',
        { class: 'bottom' },
        el(
          'div',
          { class: 'stakes' },
          this.label,
          this.amount,
          el('div', { class: 'quick' }, ...quick),
        ),
        this.facts,
        this.note,
        this.button,
      ),
    );
  }

  get tips() {
    return this.picks.tips;
  }

  set terms(terms) {
    this.picks.terms = terms;
  }

  has(key) {
    return this.tips.has(key);
  }

  /** toggle puts a tip on the slip, or takes it off. */
  toggle(tip) {
    if (this.busy) return;
    if (!this.picks.toggle(tip)) {
      this.say(t('slip.full', { n: this.tips.size }));
      return;
    }
    this.announce(
      t(this.has(tipKey(tip)) ? 'say.added' : 'say.removed', {
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

  /** tie says how the picks are to be tied together. */
  tie(kind) {
    this.picks.kind = kind;
    play('click');
    this.renew();
    this.changed();
  }

  /** renew is for a slip that is another order now. */
  renew() {
    const value = Number(this.amount.value.trim().replace(',', '.'));
    this.picks.stake = Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
    this.key = newKey();
    this.say('');
    this.show();
  }

  say(text) {
    this.note.textContent = text;
  }

  show() {
    const { picks } = this;
    const { mode, sums } = picks;
    const { size } = this.tips;
    this.count.textContent = size || '';
    this.empty.hidden = size > 0;
    this.form.hidden = this.clearing.hidden = size === 0;
    const offered = [true, size > 1 && !picks.clash, picks.systems];
    this.modes.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(mode === kinds[i]));
      button.disabled = !offered[i];
    });
    this.showSizes(mode === 'system');
    this.label.textContent = t(sums.bets > 1 ? 'stake.each' : 'stake');
    this.list.replaceChildren(...[...this.tips.entries()].map(([key, tip]) => this.line(key, tip)));
    const facts = [
      ...(mode === 'combo' ? [[t('slip.odds'), price(sums.odds)]] : []),
      ...(sums.bets > 1 ? [[t('slip.total', { n: sums.bets }), money(sums.total)]] : []),
      [t('slip.possible'), money(sums.possible)],
    ];
    this.facts.replaceChildren(
      ...facts.map(([name, value]) =>
        el('div', {}, el('dt', { text: name }), el('dd', {}, el('bdi', { text: value }))),
      ),
    );
    this.amount.setAttribute('aria-invalid', String(picks.limits !== ''));
    this.button.disabled = this.busy || size === 0 || (picks.closed && !picks.moved);
    this.button.classList.toggle('accept', picks.moved);
    this.button.textContent = this.busy
      ? t('slip.placing')
      : picks.moved
        ? t(picks.closed ? 'slip.drop' : 'slip.accept')
        : t('slip.place', { amount: money(sums.total) });
  }

  /** showSizes offers the systems that the tips can make. */
  showSizes(shown) {
    this.sizes.hidden = !shown;
    const { size: chosen } = this.picks;
    const n = this.tips.size;
    const key = `${n}.${chosen}`;
    if (!shown || key === this.sizesKey) return;
    this.sizesKey = key;
    const focused = [...this.sizes.children].indexOf(document.activeElement);
    const button = (size) =>
      el(
        'button',
        {
          type: 'button',
          'aria-pressed': String(size === chosen),
          onclick: () => {
            this.picks.wanted = size;
            play('click');
            this.renew();
          },
        },
        el('bdi', { text: `${size}/${n}` }),
        el('small', { text: t('slip.bets', { n: choose(n, size) }) }),
      );
    this.sizes.replaceChildren(...Array.from({ length: n - 2 }, (_, i) => button(i + 2)));
    this.sizes.children[focused]?.focus();
  }

  line(key, tip) {
    const other = moved(tip);
    return el(
      'li',
      { class: tip.now ? (other ? 'tip moved' : 'tip') : 'tip shut' },
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
        other ? el('s', { text: price(tip.odd) }) : '',
        el('bdi', { text: tip.now ? price(tip.now) : t('closed') }),
      ),
      iconButton('close', t('slip.remove', { name: tip.name }), () => this.toggle(tip), {
        class: 'tool remove',
        disabled: this.busy,
      }),
    );
  }

  /** refresh asks for the odds of the tips. */
  async refresh() {
    const tips = this.picks.all;
    if (tips.length === 0 || this.busy) return;
    const { odds } = await post('/odds', { tips: tips.map(plain) });
    if (this.picks.update(tips, odds)) this.show();
  }

  /** press accepts odds that have moved, or places the slip. */
  press() {
    if (!this.picks.moved) return this.place();
    this.picks.accept();
    this.renew();
    this.changed();
    this.button.focus();
    return undefined;
  }

  async place() {
    const { mode, stake, size, sums, limits } = this.picks;
    if (limits !== '') {
      this.say(limits);
      this.amount.focus();
      return;
    }
    if (sums.total > this.purse.balance()) {
      await this.short();
      return;
    }
    this.busy = true;
    this.show();
    let again = false;
    try {
      const list = await order({
        key: this.key,
        combo: mode !== 'single',
        system: mode === 'system' ? size : 0,
        stake,
        tips: this.picks.all.map(plain),
      });
      this.busy = false;
      if (list.refused) {
        await this.refresh().catch(() => {});
        this.say(list.refused);
      } else this.done(list);
    } catch (error) {
      this.busy = false;
      if (error.word === undefined) throw error; // a defect of the page
      again = await this.failed(error);
    } finally {
      this.show();
    }
    if (again) await this.place();
  }

  done(list) {
    this.tips.clear();
    this.renew();
    play('win');
    this.placed(list);
  }
}
