import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { EmptyState } from '@/components/ui/State/State';
import type { LeaderboardRow } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import css from './Leaderboard.module.css';

/** The number of highlighted ranks. */
const highlightedRanks = 3;

/** The leaderboard of a tournament with points and prizes. */
export function Leaderboard({ rows }: { rows: readonly LeaderboardRow[] }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (rows.length === 0) {
    return (
      <EmptyState title={t('board.empty')} text={t('board.emptyText')}>
        <ButtonLink to={paths.slots.to()}>{t('action.play')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <table className={css.board}>
      <caption className="visually-hidden">{t('board.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('board.rank')}</th>
          <th scope="col">{t('board.player')}</th>
          <th scope="col" className={css.end}>
            {t('board.points')}
          </th>
          <th scope="col" className={css.end}>
            {t('board.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rank, player, points, prize }) => (
          <tr
            key={rank}
            className={rank === 1 ? css.first : rank <= highlightedRanks ? css.medal : undefined}
          >
            <td>
              <span className={css.rank}>{format.number(rank)}</span>
            </td>
            <td className={css.player}>
              <bdi>{player}</bdi>
            </td>
            <td className={css.end}>{format.number(points)}</td>
            <td className={css.end}>
              <Money className={css.prize} amount={prize} round />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
