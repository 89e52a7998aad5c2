import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { slotHint } from '@/components/games/model/gameSession';
import { Picture } from '@/components/ui/Image/Picture';
import { Money } from '@/components/ui/Money/Money';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import type { RecentWin } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useRecentWins } from '../../api/lobby';
import { FailedRow } from '../FailedRow';
import css from './RecentWins.module.css';

const skeletonCount = 6;

/** The latest wins of players, or a retry button after a failure. Renders nothing without any. */
export default function RecentWins({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, loading, reload } = useRecentWins();
  const title = given ?? t('rows.wins');
  if (!data && error) return <FailedRow {...{ title, error }} onRetry={reload} />;
  if (!loading && !data?.length) return null;
  return (
    <Section title={title}>
      {data ? (
        <Rail label={title} items="win">
          {data.map((win) => (
            <WinCard key={`${win.gameID} ${win.at} ${win.player}`} win={win} />
          ))}
        </Rail>
      ) : (
        <Rail items="win" busy>
          {Array.from({ length: skeletonCount }, (_, index) => (
            <Skeleton key={index} height={88} />
          ))}
        </Rail>
      )}
    </Section>
  );
}

function WinCard({ win }: { win: RecentWin }) {
  const { gameID, name, image, srcset, player, amount, at } = win;
  const format = useFormat();
  return (
    <Link
      className={css.card}
      to={paths.play.to({ game: 'slot', id: gameID })}
      onClick={() => slotHint.set({ gameID, name, image, srcset })}
    >
      <span className={css.cover}>
        <Picture of={win} width={60} height={80} sizes="60px" />
      </span>
      <span className={css.text}>
        <Money className={css.amount} amount={amount} />
        <span className={css.name}>{name}</span>
        <span className={css.detail}>
          <span dir="auto">{player}</span> · {format.relative(at)}
        </span>
      </span>
    </Link>
  );
}
