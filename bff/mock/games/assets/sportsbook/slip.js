// The bet slip: the picks, the stake, and placing it.
import { boot, money, t } from '../frame/boot.js';
import { post } from '../frame/calls.js';
import { el, facts, fill, iconButton, option, rebuild } from '../frame/dom.js';
import { price } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { tipKey } from './odds.js';
import { newKey, order, plain } from './order.js';
import { moved, Picks } from './picks.js';
import { choose } from './sums.js';

const { game } = boot;

/**
 * Slip shows the picks. The page gives it changed(), called when the picks or their kind change,
 * placed(list) with new coupons, failed(error), which returns whether to retry, short() for a
 * balance that is too small, and close(), which closes the sheet.
 */
export class Slip {
  constructor({ wallet, changed, placed, failed, short, close, announce }) {
    Object.assign(this, { wallet, changed, placed, failed, short, announce });
    this.picks = new Picks();
    this.busy = false;
    this.list = el('ul.tips');
    this.modes = el('div.options.modes', { role: 'group', 'aria-label': t('slip.kind') });
    this.sizes = el('div.options.sizes', { role: 'group', 'aria-label': t('slip.system') });
    this.label = el('label', { for: 'stake' });
    this.amount = el('input', {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      id: 'stake',
      dir: 'ltr',
      value: game.quick[0] ?? game.min,
      oninput: () => this.renew(),
    });
    this.sums = el('div');
    this.note = el('p.note', { role: 'alert' });
    this.button = el('button.primary.place', { onclick: () => this.press() });
    this.count = el('span.count');
    this.empty = el('p.empty', t('slip.empty'));
    this.clearing = el('button.link', { onclick: () => this.clear() }, t('slip.clear'));
    this.closer = iconButton('close', t('close'), close, { class: 'tool closer' });
    const quick = game.quick.map((stake) =>
      el(
        'button',
        { onclick: () => this.setStake(stake) },
        money(stake).replace(/[.,]00(?!\d)/, ''),
      ),
    );
    this.form = el(
      'div.form',
      this.modes,
      this.sizes,
      this.list,
      el(
        'div.bottom',
        el('div.stakes', this.label, this.amount, el('div.quick', quick)),
        this.sums,
        this.note,
        this.button,
      ),
    );
    this.node = el(
      'aside.slip',
      { 'aria-label': t('slip') },
      el('header', el('h2', t('slip'), ' ', this.count), this.clearing, this.closer),
      this.empty,
      this.form,
    );
    this.renew();
  }

  set terms(terms) {
    this.picks.terms = terms;
    this.show();
  }

  has(key) {
    return this.picks.tips.has(key);
  }

  /** toggle adds a tip to the slip or removes it. */
  toggle(tip) {
    if (this.busy) return;
    if (!this.picks.toggle(tip)) {
      this.say(t('slip.full', { n: this.picks.size }));
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
    this.picks.tips.clear();
    this.renew();
    this.changed();
  }

  /** choose sets what a group of options offers: the kind, or the size of a system's combinations. */
  choose(choice) {
    Object.assign(this.picks, choice);
    play('click');
    this.renew();
    this.changed();
  }

  setStake(stake) {
    this.amount.value = stake;
    play('click');
    this.renew();
  }

  /** renew makes the slip a new order after a change. */
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
    const { mode, sums, size } = picks;
    this.count.textContent = size || '';
    this.empty.hidden = size > 0;
    this.form.hidden = this.clearing.hidden = size === 0;
    this.showOptions();
    this.label.textContent = t(sums.bets > 1 ? 'stake.each' : 'stake');
    fill(
      this.list,
      [...picks.tips.values()].map((tip) => this.line(tip)),
    );
    const rows = [
      mode === 'combo' && [t('slip.odds'), price(sums.odds)],
      sums.bets > 1 && [t('slip.total', { n: sums.bets }), money(sums.total)],
      [t('slip.possible'), money(sums.possible)],
    ];
    const sumsList = facts(rows.filter(Boolean), { class: 'sums' });
    this.sums.replaceWith(sumsList);
    this.sums = sumsList;
    this.amount.ariaInvalid = String(picks.limits !== '');
    this.button.disabled = this.busy || size === 0 || (picks.closed && !picks.moved);
    this.button.classList.toggle('accept', picks.moved);
    this.button.textContent = this.buttonText();
  }

  buttonText() {
    const { moved, closed, sums } = this.picks;
    if (this.busy) return t('slip.placing');
    if (moved) return t(closed ? 'slip.drop' : 'slip.accept');
    return t('slip.place', { amount: money(sums.total) });
  }

  /** showOptions offers the kinds of bet and the systems that the tips can make. */
  showOptions() {
    const { mode, offered, combination, size } = this.picks;
    rebuild(this.modes, [mode, offered], () =>
      Object.entries(offered).map(([kind, possible]) => {
        const button = option(kind === mode, () => this.choose({ kind }), t(`kind.${kind}`));
        button.disabled = !possible;
        return button;
      }),
    );
    this.sizes.hidden = mode !== 'system';
    if (mode !== 'system') return;
    const sizes = Array.from({ length: size - 2 }, (_, i) => i + 2);
    rebuild(this.sizes, [sizes, combination], () =>
      sizes.map((systemSize) =>
        option(
          systemSize === combination,
          () => this.choose({ systemSize }),
          el('bdi', `${systemSize}/${size}`),
          el('small', t('slip.bets', { n: choose(size, systemSize) })),
        ),
      ),
    );
  }

  line(tip) {
    const other = moved(tip);
    return el(
      'li.tip',
      { class: !tip.now ? 'shut' : other && 'moved' },
      el(
        'div',
        el('strong', { dir: 'auto' }, tip.answer),
        el('span.detail-line.ellipsis', { dir: 'auto' }, tip.question),
        el('span.detail-line.ellipsis', { dir: 'auto' }, tip.name),
      ),
      el(
        'span.price',
        other && el('s', price(tip.odd)),
        el('bdi', tip.now ? price(tip.now) : t('closed')),
      ),
      iconButton('close', t('slip.remove', { name: tip.name }), () => this.toggle(tip), {
        class: 'tool remove',
        disabled: this.busy,
      }),
    );
  }

  /** refresh requests the present odds of the tips. */
  async refresh() {
    const tips = this.picks.all;
    if (tips.length === 0 || this.busy) return;
    const { odds } = await post('/odds', { tips: tips.map(plain) });
    if (this.picks.update(tips, odds)) this.show();
  }

  /** press accepts changed odds, or places the slip. */
  press() {
    if (!this.picks.moved) return this.place();
    this.picks.accept();
    this.renew();
    this.changed();
    this.button.focus();
    return undefined;
  }

  async place() {
    const { mode, stake, combination, sums, limits } = this.picks;
    if (limits !== '') {
      this.say(limits);
      this.amount.focus();
      return;
    }
    if (!(await this.wallet.covers(sums.total))) {
      await this.short();
      return;
    }
    this.busy = true;
    this.show();
    let retry = false;
    try {
      const list = await order({
        key: this.key,
        combo: mode !== 'single',
        system: mode === 'system' ? combination : 0,
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
      if (error.reason === undefined) throw error; // a defect of the page
      retry = await this.failed(error);
    } finally {
      this.show();
    }
    if (retry) await this.place();
  }

  done(list) {
    this.picks.tips.clear();
    this.renew();
    play('win');
    this.placed(list);
  }
}
