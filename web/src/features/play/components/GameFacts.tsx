import { useTranslation } from 'react-i18next';
import { isTable, type AnyGame } from '@/components/games/model/game';
import { useFormat } from '@/lib/format/useFormat';
import css from './GameFacts.module.css';

/** What is known of a game: payout rate, volatility, largest win and stakes of a slot; dealer and stakes of a table. */
export function GameFacts({ game }: { game: AnyGame }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, { round: true });
  const facts: [string, string][] = [];
  if (isTable(game)) {
    if (game.dealer) facts.push([t('facts.dealer'), game.dealer]);
    if (game.seats > 0) {
      const taken = { taken: format.number(game.seatsTaken), seats: format.number(game.seats) };
      facts.push([t('facts.seats'), t('facts.seatsTaken', taken)]);
    }
  } else {
    if (game.rtp > 0)
      facts.push([
        t('facts.rtp'),
        format.number(game.rtp / 100, { style: 'percent', maximumFractionDigits: 2 }),
      ]);
    facts.push([t('facts.volatility'), t(`volatility.${game.volatility}`)]);
    // A multiple of the stake.
    if (game.maxWin) facts.push([t('facts.maxWin'), `×${format.number(game.maxWin)}`]);
  }
  facts.push([t('facts.minBet'), money(game.minBet)], [t('facts.maxBet'), money(game.maxBet)]);
  return (
    <dl className={css.facts}>
      {facts.map(([term, value]) => (
        <div key={term} className={css.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
