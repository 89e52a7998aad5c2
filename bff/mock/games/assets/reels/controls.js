// The buttons of a slot: spin and autoplay.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';

/** Autoplay counts down rounds; its button opens a choice of how many, and stops a running one. */
export class Autoplay {
  constructor(onStart) {
    this.left = 0;
    this.onStart = onStart;
    this.count = el('span.count');
    this.button = el(
      'button.round',
      { 'aria-expanded': 'false', title: t('auto.label'), onclick: () => this.press() },
      icon('auto'),
      this.count,
    );
    this.menu = el(
      'div.menu',
      { hidden: true },
      [10, 25].map((n) => el('button', { onclick: () => this.start(n) }, t('auto.times', { n }))),
    );
    const onkeydown = (event) => {
      if (event.key !== 'Escape' || this.menu.hidden) return;
      this.open(false);
      this.button.focus();
    };
    this.node = el('div.auto', { onkeydown }, this.button, this.menu);
    document.addEventListener('click', (event) => {
      if (!this.node.contains(event.target)) this.open(false);
    });
    this.set(0);
  }

  open(opened) {
    this.menu.hidden = !opened;
    this.button.ariaExpanded = String(opened);
    if (opened) this.menu.firstChild.focus();
  }

  press() {
    if (this.left > 0) this.stop();
    else this.open(this.menu.hidden);
  }

  start(n) {
    this.set(n);
    this.open(false);
    this.button.focus();
    this.onStart();
  }

  /** take counts one round down if autoplay is running. */
  take() {
    if (this.left > 0) this.set(this.left - 1);
  }

  stop() {
    this.set(0);
  }

  set(left) {
    this.left = left;
    this.count.textContent = left || '';
    this.button.classList.toggle('running', left > 0);
    this.button.ariaLabel = left ? t('auto.stop', { n: left }) : t('auto.label');
    this.button.firstChild.replaceWith(icon(left ? 'stop' : 'auto'));
  }
}

/** spinButton makes the button that spins the reels, or stops them while they turn. */
export function spinButton(onclick) {
  const node = el('button.spin', { 'aria-label': t('spin'), onclick }, icon('spin'));
  return {
    node,
    turning(turning) {
      node.classList.toggle('busy', turning);
      node.ariaLabel = t(turning ? 'stop' : 'spin');
    },
  };
}
