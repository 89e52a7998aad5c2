import { IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Rank } from '@/components/ui/Rank/Rank';
import type { Tournament } from '@/contracts/types';
import { ownRow } from '@/lib/content/ownRow';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import css from './TournamentChip.module.css';

/** The player's rank in the tournament of the running game, or its name while the player has none. */
export function TournamentChip({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('play');
  const own = ownRow(tournament.leaderboard, usePlayer()?.profile.username);
  return (
    <Link
      className={css.chip}
      to={paths.tournament.to({ id: tournament.id })}
      title={tournament.title}
      aria-label={
        own
          ? t('tournament.rank', { title: tournament.title, rank: own.rank })
          : t('tournament.open', { title: tournament.title })
      }
    >
      <IconTrophy size={18} aria-hidden="true" />
      {own ? <Rank rank={own.rank} /> : <span className={css.title}>{tournament.title}</span>}
    </Link>
  );
}
