// The page of a live table: its head, limits, messages and rules.
import { boot, money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el, mark } from '../frame/dom.js';
import { buildFrame, showInsufficientFunds } from '../frame/frame.js';
import { dealer } from './dealer.js';

const { game } = boot;

/** newKey gives an idempotency key for a bet. */
export const newKey = () => Math.random().toString(36).slice(2) + Date.now().toString(36);

const circumference = 2 * Math.PI * 20;

/** makeRing makes the ring of the time that is left. */
function makeRing() {
  const circle = (name, props) => el(`circle.${name}`, { cx: 24, cy: 24, r: 20, ...props });
  const arc = circle('ring-arc', { 'stroke-dasharray': circumference });
  const seconds = el('span.ring-seconds.center');
  const picture = el('svg', { viewBox: '0 0 48 48' }, circle('ring-ground'), arc);
  const node = el('div.ring', { 'aria-hidden': 'true' }, picture, seconds);
  /** show takes the time that is left and the whole time, in milliseconds. */
  const show = (left, whole) => {
    const share = Math.min(Math.max(left / whole, 0), 1);
    arc.setAttribute('stroke-dashoffset', String(circumference * (1 - share)));
    seconds.textContent = left > 0 ? String(Math.ceil(left / 1000)) : '';
    mark(node, { late: left > 0 && left <= 5000, shut: left <= 0 });
  };
  return { node, show };
}

/** Page fills the page; past and count stand in its head, parts below it. */
export class Page {
  constructor({ rules, past, count, parts }) {
    const content = () => el('div.rules', rules());
    const showRules = () => openDialog({ title: t('rules'), content: content(), wide: true });
    Object.assign(this, buildFrame({ showRules }));
    this.ring = makeRing();
    this.toast = el('p.toast.pill', { hidden: true });
    document.getElementById('game').classList.add('live');
    const limits = el('bdi', `${money(game.min)} – ${money(game.max)}`);
    const facts = el('div.head-facts', past, el('p.facts', limits, count));
    this.stage.append(
      el('div.live-head.row', dealer(), facts, this.ring.node),
      ...parts,
      this.toast,
    );
  }

  /** flash shows a message for a moment. */
  flash(text) {
    this.toast.textContent = text;
    this.toast.hidden = false;
    this.announce(text);
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => (this.toast.hidden = true), 2600);
  }

  /** admits returns whether the limits and the balance allow chips beside those that are bet. */
  admits(more, sum, bet = 0) {
    if (bet + sum > game.max) this.flash(t('limit', { max: money(game.max) }));
    else if (more > 0 && sum > this.wallet.balance()) this.short(sum);
    else return true;
    return false;
  }

  /** short says that the balance is too small, unless it has grown meanwhile. */
  async short(sum) {
    if (!(await this.wallet.covers(sum))) await showInsufficientFunds();
  }
}
