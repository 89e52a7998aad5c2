// The player's hand: spin and autoplay.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';

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
