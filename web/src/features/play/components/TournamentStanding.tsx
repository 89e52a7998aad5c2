import { IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Money } from '@/components/ui/Money/Money';
import { Rank } from '@/components/ui/Rank/Rank';
import { classes } from '@/components/ui/classes';
import type { Tournament } from '@/contracts/types';
import { ownRow } from '@/lib/content/ownRow';
import { timeOf } from '@/lib/content/phase';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import css from './TournamentStanding.module.css';

/** How many rows of the leaderboard are shown above the player's own. */
const shownRows = 3;

/** The tournament of the running game: prize, time left, the leaders and the player's own rank. */
export function TournamentStanding({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const { id, title, prize, leaderboard, End_date } = tournament;
  const own = ownRow(leaderboard, usePlayer()?.profile.username);
  const leaders = leaderboard.slice(0, shownRows);
  const rows = own && !leaders.includes(own) ? [...leaders, own] : leaders;
  return (
    <section className={css.standing}>
      <h2 className={css.title}>
        <IconTrophy size={20} aria-hidden="true" />
        <Link to={paths.tournament.to({ id })}>{title}</Link>
      </h2>
      <p className={css.facts}>
        <Money amount={prize} round />
        <Countdown until={timeOf(End_date)} />
      </p>
      {rows.length > 0 && (
        <ol className={css.rows}>
          {rows.map((row) => (
            <li
              key={row === own ? 'own' : row.rank}
              className={classes(css.row, row === own && css.own)}
            >
              <Rank rank={row.rank} />
              <bdi className={css.player}>{row === own ? t('tournament.you') : row.player}</bdi>
              <span>{t('tournament.points', { points: format.number(row.points) })}</span>
            </li>
          ))}
        </ol>
      )}
      {!own && <p className={css.hint}>{t('tournament.hint')}</p>}
    </section>
  );
}
