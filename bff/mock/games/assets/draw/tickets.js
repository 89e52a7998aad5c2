// What is chosen, and what is bet.
import { money, t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { pickName, pickWhole, priceOf, verdict } from './names.js';

/** Tickets is the strip of what is chosen and of the player's bets on the draw. */
export class Tickets {
  constructor({ drop }) {
    this.drop = drop;
    this.list = el('ul', { class: 'tickets', 'aria-label': t('bets'), tabindex: '0' });
  }

  /** show lists the chosen picks and the bets; balls tells how they stand. */
  show(chosen, bets, balls) {
    const key = JSON.stringify([chosen, bets, balls]);
    if (key === this.key) return;
    this.key = key;
    if (chosen.length + bets.length === 0) {
      this.list.replaceChildren(el('li', { class: 'none', text: t('bets.none') }));
      return;
    }
    this.list.replaceChildren(
      ...chosen.map((pick) => this.choice(pick)),
      ...this.sorted(bets, balls).map((bet) => this.bet(bet, balls)),
    );
  }

  /** sorted puts what has won before the rest. */
  sorted(bets, balls) {
    const won = (bet) => (bet.settled ? bet.win > 0 : verdict(bet.pick, balls) === true);
    return bets.toSorted((a, b) => won(b) - won(a));
  }

  choice(pick) {
    return el(
      'li',
      { class: 'choice' },
      el(
        'button',
        {
          type: 'button',
          'aria-label': t('drop', { pick: pickWhole(pick) }),
          title: pickWhole(pick),
          onclick: () => this.drop(pick),
        },
        el('bdi', { text: pickName(pick) }),
        el('bdi', { class: 'price', text: hundredths(priceOf(pick)) }),
        icon('close'),
      ),
    );
  }

  bet(bet, balls) {
    const stands = verdict(bet.pick, balls);
    const won = bet.settled ? bet.win > 0 : stands === true;
    const lost = bet.settled ? bet.win === 0 : stands === false;
    const gain = bet.win || Math.round(bet.stake * bet.price) / 100;
    return el(
      'li',
      { class: won ? 'won' : lost ? 'lost' : '', title: pickWhole(bet.pick) },
      el('bdi', { text: pickName(bet.pick) }),
      el('bdi', { class: 'price', text: hundredths(bet.price) }),
      el('bdi', { class: 'sum', text: won ? `+${money(gain)}` : money(bet.stake) }),
      won || lost ? el('span', { class: 'sr-only', text: t(won ? 'bet.won' : 'bet.lost') }) : '',
    );
  }
}
