import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Badge } from '@/components/ui/Chip/Chip';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Picture } from '@/components/ui/Image/Picture';
import { Money } from '@/components/ui/Money/Money';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { useTournaments } from '@/lib/content/calls';
import { timeOf, usePhases } from '@/lib/content/phase';
import type { Tournament } from '@/contracts/types';
import { FailedRow } from './FailedRow';
import css from './Cards.module.css';

/** The current tournaments, or a retry button after a failure. Renders nothing without any. */
export default function TournamentCards({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useTournaments();
  const phases = usePhases(data);
  const tournaments = phases && [...phases.active, ...phases.upcoming];
  const title = given ?? t('rows.tournaments');
  const allTo = paths.tournaments.to();
  if (tournaments?.length === 0) return null;
  if (!tournaments && error) return <FailedRow {...{ title, allTo, error }} onRetry={reload} />;
  return (
    <Section title={title} allTo={allTo}>
      {tournaments ? (
        <Rail label={title} items="wide">
          {tournaments.map((tournament) => (
            <TournamentCard
              key={tournament.id}
              tournament={tournament}
              active={phases.active.includes(tournament)}
            />
          ))}
        </Rail>
      ) : (
        <RailSkeleton items="wide" count={3} />
      )}
    </Section>
  );
}

function TournamentCard({ tournament, active }: { tournament: Tournament; active: boolean }) {
  const { t } = useTranslation('lobby');
  const { id, title, prize } = tournament;
  return (
    <article className={css.card}>
      <div className={css.image}>
        <Picture of={tournament} width={1280} height={720} sizes="(min-width:640px) 40vw,90vw" />
        <span className={css.badge}>
          <Badge tone={active ? 'positive' : 'neutral'}>
            {t(active ? 'tournament.active' : 'tournament.upcoming')}
          </Badge>
        </span>
      </div>
      <div className={css.content}>
        <h3 className={css.title}>
          <Link className={css.link} to={paths.tournament.to({ id })}>
            {title}
          </Link>
        </h3>
        <div className={css.facts}>
          <span className={css.prize}>
            <span className={css.label}>{t('tournament.prize')}</span>
            <Money amount={prize} round />
          </span>
          <span className={css.time}>
            <span className={css.label}>{t(active ? 'tournament.ends' : 'tournament.starts')}</span>
            <Countdown until={timeOf(active ? tournament.End_date : tournament.Start_date)} />
          </span>
        </div>
      </div>
    </article>
  );
}
