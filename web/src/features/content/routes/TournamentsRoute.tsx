import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Countdown, EmptyState, ErrorState, Money, PageTitle, Tabs } from '@/components/ui';
import type { Tournament } from '@/contracts/types';
import { timeOf, type Phase } from '@/lib/content';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page';
import { useTournamentList } from '../api/useTournamentList';
import { CardGrid, CardGridSkeleton } from '../components/CardGrid';
import { OfferCard } from '../components/OfferCard';
import { useTab } from '../hooks/useTab';
import css from './TournamentsRoute.module.css';

const phases = ['active', 'upcoming', 'concluded'] as const;

/** The running, upcoming and finished tournaments (spec §4). */
export function TournamentsRoute() {
  const { t } = useTranslation('content');
  usePageTitle(t('tournaments.title'));
  const [tab, setTab] = useTab(phases);
  const { tournaments, error, reload } = useTournamentList();
  const tabs = phases.map((key) => ({ key, title: t(`tournaments.tab.${key}`) }));
  return (
    <>
      <PageTitle>{t('tournaments.title')}</PageTitle>
      <Tabs label={t('tournaments.title')} tabs={tabs} value={tab} onChange={setTab}>
        {tournaments ? (
          <TournamentGrid phase={tab} tournaments={tournaments[tab]} />
        ) : error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <CardGridSkeleton />
        )}
      </Tabs>
    </>
  );
}

function TournamentGrid({ phase, tournaments }: { phase: Phase; tournaments: Tournament[] }) {
  const { t } = useTranslation('content');
  if (tournaments.length === 0) {
    return (
      <EmptyState title={t(`tournaments.empty.${phase}`)} text={t('tournaments.empty.text')} />
    );
  }
  return (
    <CardGrid label={t(`tournaments.tab.${phase}`)}>
      {tournaments.map((tournament, index) => (
        <OfferCard
          key={tournament.id}
          to={paths.tournament.to({ id: tournament.id })}
          image={tournament.image}
          title={tournament.title}
          summary={tournament.providerName || t('tournaments.everyProvider')}
          over={phase === 'concluded'}
          eager={index < 3}
          mark={<When phase={phase} tournament={tournament} />}
          foot={
            <>
              <span>{t('tournaments.prize')}</span>
              <Money className={css.prize} amount={tournament.prize} round />
            </>
          }
        />
      ))}
    </CardGrid>
  );
}

function When({ phase, tournament }: { phase: Phase; tournament: Tournament }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (phase === 'concluded') {
    return t('tournaments.endedOn', { date: format.date(tournament.End_date, 'date') });
  }
  const active = phase === 'active';
  return (
    <span className={css.when}>
      {t(active ? 'fact.left' : 'fact.untilStart')}
      <Countdown until={timeOf(active ? tournament.End_date : tournament.Start_date)} />
    </span>
  );
}
