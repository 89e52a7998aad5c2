// How a round is told: in a line below the felt, and to a screen reader.
import { money, t } from '../frame/boot.js';
import { cardText } from '../live/card.js';

/** turnOf says whose turn it is, or what the dealer offers. */
export function turnOf({ hands, turn, may, dealer }) {
  const { cards, score } = hands[turn];
  const values = {
    n: turn + 1,
    score,
    cards: cards.map(cardText).join(', '),
    dealer: cardText(dealer[0]),
  };
  if (hands.length === 2)
    return { line: t('your.turn.n', values), spoken: t('say.hand.n', values) };
  const offer = ['insure', 'even'].find((name) => may.includes(name));
  const line = offer ? t(`ask.${offer}`) : t('your.turn', values);
  return { line, spoken: `${t('say.hand', values)}${offer ? ` ${line}` : ''}` };
}

/** endOf says how a round ended. */
export function endOf({ hands, stake, win, dealerScore, insuranceWin }) {
  if (hands.length === 2) {
    const each = hands.map(
      ({ end, score }, i) =>
        `${t('hand.n', { n: i + 1 })}: ${t(`end.short.${end}`)}, ${score}:${dealerScore}.`,
    );
    const paid = t(win > stake ? 'say.amount' : 'end.paid', { amount: money(win) });
    return { short: win > 0 ? paid : t('nothing'), spoken: each.join(' ') };
  }
  const paid = insuranceWin > 0 ? ` · ${t('insured.paid', { amount: money(insuranceWin) })}` : '';
  const short = `${t(`end.${hands[0].end}`)}${paid}`;
  return { short, spoken: `${short}. ${hands[0].score}:${dealerScore}.` };
}
