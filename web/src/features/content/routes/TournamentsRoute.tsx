import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Money } from '@/components/ui/Money/Money';
import type { Tournament } from '@/contracts/types';
import { timeOf, type Phase } from '@/lib/content/phase';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useTournamentList } from '../api/content';
import { OfferCard, OfferTabs } from '../components/OfferTabs';
import css from './TournamentsRoute.module.css';

/** The running, upcoming and finished tournaments. */
export function TournamentsRoute() {
  const { t } = useTranslation('content');
  const { tournaments, error, reload } = useTournamentList();
  return (
    <OfferTabs
      kind="tournaments"
      offers={tournaments}
      error={error}
      reload={reload}
      renderCard={(tournament, phase, index) => (
        <OfferCard
          to={paths.tournament.to({ id: tournament.id })}
          picture={tournament}
          title={tournament.title}
          summary={tournament.providerName || t('tournaments.everyProvider')}
          finished={phase === 'concluded'}
          eager={index < 3}
          badge={<TournamentTime phase={phase} tournament={tournament} />}
          footer={
            <>
              <span>{t('tournaments.prize')}</span>
              <Money className={css.prize} amount={tournament.prize} round />
            </>
          }
        />
      )}
    />
  );
}

function TournamentTime({ phase, tournament }: { phase: Phase; tournament: Tournament }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (phase === 'concluded') {
    return t('tournaments.endedOn', { date: format.date(tournament.End_date, 'date') });
  }
  const active = phase === 'active';
  return (
    <span className={css.countdown}>
      {t(active ? 'fact.left' : 'fact.untilStart')}
      <Countdown until={timeOf(active ? tournament.End_date : tournament.Start_date)} />
    </span>
  );
}
