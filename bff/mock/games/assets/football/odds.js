// What can be bet on, and what the player has bet.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { play } from '../frame/sound.js';

const markets = [
  ['1x2', ['1', 'X', '2']],
  ['goals', ['over', 'under']],
  ['both', ['yes', 'no']],
  ['score', boot.game.picks.slice(7)],
];

/** pickName writes a pick as the player reads it. */
const pickName = (pick) => (/^[a-z]/.test(pick) ? t(`pick.${pick}`) : pick.replace('-', ' : '));

const marketOf = (pick) => t(`market.${markets.find(([, picks]) => picks.includes(pick))[0]}`);

/** pickWhole writes a pick with its market, for a list. */
export const pickWhole = (pick) => `${marketOf(pick)}: ${pickName(pick)}`;

/** wins tells whether a score is what was bet on, as the casino does. */
function wins(pick, [home, away]) {
  switch (pick) {
    case '1':
      return home > away;
    case 'X':
      return home === away;
    case '2':
      return home < away;
    case 'over':
      return home + away > 2;
    case 'under':
      return home + away < 3;
    case 'yes':
      return home > 0 && away > 0;
    case 'no':
      return home === 0 || away === 0;
    case 'other':
      return home > 3 || away > 3;
    default:
      return pick === `${home}-${away}`;
  }
}

/** Markets is the list of all picks, of which several may be chosen. */
export class Markets {
  constructor({ changed }) {
    this.changed = changed;
    this.chosen = new Set();
    this.buttons = new Map();
    this.node = el(
      'div',
      { class: 'markets', tabindex: '0', 'aria-label': t('bet.choose') },
      ...markets.map(([name, picks]) =>
        el(
          'section',
          { class: `market ${name === '1x2' ? 'result' : name}` },
          el('h2', { text: t(`market.${name}`) }),
          el('div', { class: 'picks' }, ...picks.map((pick) => this.button(pick))),
        ),
      ),
    );
  }

  button(pick) {
    const price = el('bdi', { class: 'price' });
    const node = el(
      'button',
      { type: 'button', 'aria-pressed': 'false', onclick: () => this.toggle(pick) },
      el('bdi', { class: 'pick', dir: 'auto', text: pickName(pick) }),
      price,
    );
    this.buttons.set(pick, { node, price });
    return node;
  }

  toggle(pick) {
    if (!this.open) return;
    if (!this.chosen.delete(pick)) this.chosen.add(pick);
    play('click');
    this.paint();
    this.changed();
  }

  /** clear takes every choice back. */
  clear() {
    this.chosen.clear();
    this.paint();
  }

  /** show takes the prices, whether bets are taken, what is bet, and the score, if any. */
  show({ prices, open, held, score, over }) {
    const key = JSON.stringify([prices, open, [...held], score, over]);
    if (key === this.key) return;
    this.key = key;
    this.open = open;
    for (const [pick, { node, price }] of this.buttons) {
      price.textContent = hundredths(prices[pick]);
      node.disabled = !open;
      node.setAttribute(
        'aria-label',
        t('pick.label', {
          market: marketOf(pick),
          pick: pickName(pick),
          price: hundredths(prices[pick]),
        }),
      );
      node.classList.toggle('held', held.has(pick));
      node.classList.toggle('stands', Boolean(score) && wins(pick, score));
      node.classList.toggle('over', over);
    }
    if (!open) this.chosen.clear();
    this.paint();
  }

  paint() {
    for (const [pick, { node }] of this.buttons) {
      node.setAttribute('aria-pressed', String(this.chosen.has(pick)));
    }
  }
}

/** Bets is the strip of the player's bets on the match. */
export class Bets {
  constructor() {
    this.list = el('ul', { class: 'bets', 'aria-label': t('bets'), tabindex: '0' });
  }

  /** show lists bets; score tells how they stand, null before the match. */
  show(bets, score, over) {
    const key = JSON.stringify([bets, score, over]);
    if (key === this.key) return;
    this.key = key;
    if (bets.length === 0) {
      this.list.replaceChildren(el('li', { class: 'none', text: t('bets.none') }));
      return;
    }
    this.list.replaceChildren(
      ...bets.map((bet) => {
        const stands = score && wins(bet.pick, score);
        const state = over ? (stands ? 'won' : 'lost') : stands ? 'leads' : '';
        const sum =
          state === 'won'
            ? `+${money(bet.win || (bet.stake * bet.price) / 100)}`
            : money(bet.stake);
        return el(
          'li',
          { class: state, title: pickWhole(bet.pick) },
          el('bdi', { class: 'what', text: pickName(bet.pick) }),
          el('bdi', { class: 'price', text: hundredths(bet.price) }),
          el('bdi', { class: 'sum', text: sum }),
        );
      }),
    );
  }
}
