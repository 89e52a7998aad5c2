// The runners with their prices: where bets are picked, and where the order is seen.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { play } from '../frame/sound.js';

const kinds = ['win', 'place'];
const names = { win: t('market.win'), place: t('market.place') };

/** Market is the list of runners. changed hears when what is picked changes. */
export class Market {
  constructor(runners, changed) {
    this.changed = changed;
    this.open = false;
    this.picks = new Set();
    this.rows = Array.from({ length: runners }, (_, i) => this.row(i));
    this.node = el(
      'section',
      { class: 'market', 'aria-label': t('market') },
      el(
        'div',
        { class: 'heads', 'aria-hidden': 'true' },
        el('span', { text: t('market.runner') }),
        ...kinds.map((kind) => el('span', { text: names[kind] })),
      ),
      el('ul', {}, ...this.rows.map((row) => row.node)),
    );
  }

  row(index) {
    const name = el('bdi', { class: 'runner' });
    const position = el('span', { class: 'position' });
    const prices = kinds.map((kind) => {
      const price = el('strong', { dir: 'ltr' });
      const note = el('small');
      const button = el(
        'button',
        {
          type: 'button',
          class: 'price',
          'aria-pressed': 'false',
          onclick: () => this.toggle(`${kind} ${index}`),
        },
        price,
        note,
      );
      return { kind, price, note, button };
    });
    const node = el(
      'li',
      {},
      el('span', { class: `cloth cloth${index + 1}`, text: String(index + 1) }),
      el('span', { class: 'who' }, name, position),
      ...prices.map((p) => p.button),
    );
    return { node, name, position, prices };
  }

  toggle(pick) {
    if (!this.open) return;
    play('click');
    if (!this.picks.delete(pick)) this.picks.add(pick);
    this.paint();
    this.changed();
  }

  /** step goes on from nothing to win, to place, to nothing, for one runner. */
  step(index) {
    if (!this.open || index >= this.rows.length) return;
    const [win, place] = kinds.map((kind) => `${kind} ${index}`);
    if (this.picks.delete(win)) this.picks.add(place);
    else if (!this.picks.delete(place)) this.picks.add(win);
    this.paint();
    this.changed();
  }

  clear() {
    this.picks.clear();
    this.paint();
    this.changed();
  }

  /** show fills in a race: its runners, this player's bets on it, whether bets are taken. */
  show(runners, bets, open) {
    this.open = open;
    this.runners = runners;
    this.bets = bets;
    this.paint();
  }

  paint() {
    this.rows.forEach((row, i) => {
      const runner = this.runners[i];
      row.name.textContent = runner.name;
      for (const { kind, price, note, button } of row.prices) {
        const mine = this.bets.filter((b) => b.kind === kind && b.runner === i);
        const staked = mine.reduce((sum, b) => sum + b.stake, 0);
        const won = mine.reduce((sum, b) => sum + b.win, 0);
        const over = mine.length > 0 && mine.every((b) => b.settled);
        price.textContent = hundredths(runner[kind]);
        note.textContent = staked ? money(over ? won : staked) : '';
        button.classList.toggle('staked', staked > 0);
        button.classList.toggle('won', won > 0);
        button.classList.toggle('lost', over && won === 0);
        button.setAttribute('aria-pressed', String(this.picks.has(`${kind} ${i}`)));
        button.setAttribute(
          'aria-label',
          `${names[kind]}, ${i + 1} ${runner.name}: ${hundredths(runner[kind])} ${note.textContent}`,
        );
        button.disabled = !this.open;
      }
    });
  }

  /** order shows who is where, from the leader on; nobody before the race. */
  order(runners) {
    this.rows.forEach((row, i) => {
      const place = runners.indexOf(i) + 1;
      row.position.textContent = place > 0 ? t('position', { n: place }) : '';
      row.node.classList.toggle('first', place === 1);
      row.node.classList.toggle('second', place === 2);
    });
  }
}
