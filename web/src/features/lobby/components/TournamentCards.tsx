import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { Badge, Countdown, Cover, Money, Rail, RailSkeleton, Section } from '@/components/ui';
import { useTournaments } from '../api/useTournaments';
import css from './Cards.module.css';

/** The tournaments that run or come, against the clock. Left out when there is none. */
export function TournamentCards() {
  const { t } = useTranslation('lobby');
  const { tournaments, error, reload } = useTournaments();
  const title = t('rows.tournaments');
  if (error || tournaments?.length === 0) return null;
  return (
    <Section title={title} allTo={paths.tournaments.to()}>
      {tournaments ? (
        <Rail label={title} items="wide">
          {tournaments.map(({ tournament, phase, until }) => (
            <article key={tournament.id} className={css.card}>
              <div className={css.picture}>
                <Cover src={tournament.image} width={1280} height={720} />
                <span className={css.badge}>
                  <Badge tone={phase === 'active' ? 'positive' : 'neutral'}>
                    {t(phase === 'active' ? 'tournament.active' : 'tournament.upcoming')}
                  </Badge>
                </span>
              </div>
              <div className={css.words}>
                <h3 className={css.title}>
                  <Link className={css.link} to={paths.tournament.to({ id: tournament.id })}>
                    {tournament.title}
                  </Link>
                </h3>
                <div className={css.facts}>
                  <span className={css.prize}>
                    <span className={css.label}>{t('tournament.prize')}</span>
                    <Money amount={tournament.prize} round />
                  </span>
                  <span className={css.time}>
                    <span className={css.label}>
                      {t(phase === 'active' ? 'tournament.ends' : 'tournament.starts')}
                    </span>
                    <Countdown until={until} onEnd={reload} />
                  </span>
                </div>
              </div>
            </article>
          ))}
        </Rail>
      ) : (
        <RailSkeleton items="wide" count={3} />
      )}
    </Section>
  );
}
