// The player's hand: stake, spin, autoplay, turbo.
import { money, t } from '../frame/boot.js';
import { el, icon, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';

/** Stake is the stepper over the stakes on offer. */
export class Stake {
  constructor(stakes, start, announce) {
    Object.assign(this, { stakes, at: start, announce });
    this.amount = el('bdi', { class: 'amount' });
    this.less = iconButton('minus', t('stake.less'), () => this.move(-1), { class: 'step' });
    this.more = iconButton('plus', t('stake.more'), () => this.move(1), { class: 'step' });
    this.most = el('button', {
      type: 'button',
      class: 'max',
      'aria-label': t('stake.max.label'),
      text: t('stake.max'),
      onclick: () => this.move(stakes.length),
    });
    this.node = el(
      'div',
      { class: 'stake', role: 'group', 'aria-label': t('stake') },
      this.less,
      el('div', { class: 'figure' }, el('span', { class: 'label', text: t('stake') }), this.amount),
      this.more,
      this.most,
    );
    this.locked = false;
    this.show();
  }

  get value() {
    return this.stakes[this.at];
  }

  move(steps) {
    if (this.locked) return;
    const before = this.at;
    this.at = Math.min(Math.max(this.at + steps, 0), this.stakes.length - 1);
    if (this.at === before) return;
    play('click');
    this.show();
    this.announce(t('say.stake', { amount: money(this.value) }));
  }

  lock(locked) {
    this.locked = locked;
    this.show();
  }

  show() {
    this.amount.textContent = money(this.value);
    this.less.disabled = this.locked || this.at === 0;
    this.more.disabled = this.most.disabled = this.locked || this.at === this.stakes.length - 1;
  }
}

/** Autoplay counts down rounds; one button opens the choice, and stops what runs. */
export class Autoplay {
  constructor(onStart) {
    this.left = 0;
    this.onStart = onStart;
    this.count = el('span', { class: 'count' });
    this.button = el(
      'button',
      {
        type: 'button',
        class: 'round',
        'aria-label': t('auto.label'),
        'aria-expanded': 'false',
        title: t('auto.label'),
        onclick: () => this.press(),
      },
      icon('auto'),
      this.count,
    );
    this.menu = el(
      'div',
      { class: 'menu', hidden: true },
      ...[10, 25].map((n) =>
        el('button', {
          type: 'button',
          text: t('auto.times', { n }),
          onclick: () => this.start(n),
        }),
      ),
    );
    this.node = el('div', { class: 'auto' }, this.button, this.menu);
    this.node.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.menu.hidden) return;
      this.open(false);
      this.button.focus();
    });
    document.addEventListener('click', (event) => {
      if (!this.node.contains(event.target)) this.open(false);
    });
  }

  open(opened) {
    this.menu.hidden = !opened;
    this.button.setAttribute('aria-expanded', String(opened));
    if (opened) this.menu.firstChild.focus();
  }

  press() {
    if (this.left > 0) this.stop();
    else this.open(this.menu.hidden);
  }

  start(n) {
    this.left = n;
    this.open(false);
    this.button.focus();
    this.show();
    this.onStart();
  }

  /** take uses one round up and tells whether there was one. */
  take() {
    if (this.left === 0) return false;
    this.left--;
    this.show();
    return true;
  }

  stop() {
    this.left = 0;
    this.show();
  }

  show() {
    this.count.textContent = this.left || '';
    this.button.classList.toggle('running', this.left > 0);
    this.button.setAttribute(
      'aria-label',
      this.left ? t('auto.stop', { n: this.left }) : t('auto.label'),
    );
    this.button.firstChild.replaceWith(icon(this.left ? 'stop' : 'auto'));
  }
}

/** turboButton gives a switch and a function that tells whether it is on. */
export function turboButton() {
  let on = false;
  const node = el(
    'button',
    {
      type: 'button',
      class: 'round',
      'aria-label': t('turbo'),
      'aria-pressed': 'false',
      title: t('turbo'),
      onclick: () => {
        on = !on;
        node.setAttribute('aria-pressed', String(on));
        play('click');
      },
    },
    icon('turbo'),
  );
  return { node, on: () => on };
}

/** spinButton is the big one; while the reels turn it stops them. */
export function spinButton(onclick) {
  const node = el(
    'button',
    { type: 'button', class: 'spin', 'aria-label': t('spin'), onclick },
    icon('spin'),
  );
  return {
    node,
    turning(turning) {
      node.classList.toggle('busy', turning);
      node.setAttribute('aria-label', t(turning ? 'stop' : 'spin'));
    },
  };
}
