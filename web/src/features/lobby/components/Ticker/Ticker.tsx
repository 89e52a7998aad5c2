import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconCrown } from '@tabler/icons-react';
import { useJackpots } from '@/components/games/api/games';
import { slotHint } from '@/components/games/model/gameSession';
import { Odometer } from '@/components/ui/Odometer/Odometer';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { slotCategory } from '@/contracts/constants';
import type { Jackpot } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import css from './Ticker.module.css';

/** The number of visible jackpots. */
const jackpotCount = 8;

/** A ticker of the biggest jackpots with animated amounts. The pointer pauses it. */
export function Ticker({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const title = given ?? t('ticker.title');
  const jackpots = useJackpots()?.slice(0, jackpotCount);
  if (jackpots?.length === 0) return null;
  return (
    <section className={css.ticker} aria-label={t('ticker.label')}>
      <span className={css.title}>
        <IconCrown size={18} aria-hidden="true" />
        {title}
      </span>
      <div className={css.window}>
        {jackpots ? (
          <div className={css.track}>
            <JackpotList jackpots={jackpots} />
            {/* The second copy follows the first one and closes the gap. */}
            <JackpotList jackpots={jackpots} copy />
          </div>
        ) : (
          <Skeleton height={20} width="60%" />
        )}
      </div>
    </section>
  );
}

function JackpotList({ jackpots, copy }: { jackpots: Jackpot[]; copy?: boolean }) {
  const format = useFormat();
  return (
    <ul className={css.list} aria-hidden={copy} inert={copy}>
      {jackpots.map(({ jackpotID, gameID, name, amount }) => (
        <li key={jackpotID}>
          <Link
            className={css.item}
            to={paths.play.to({ game: 'slot', id: gameID })}
            // The row has the jackpot's name, not the game's.
            onClick={() => slotHint.set({ gameID, categoryID: slotCategory.jackpot })}
          >
            <span className={css.name}>{name}</span>
            <Odometer className={css.amount} text={format.money(amount)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
