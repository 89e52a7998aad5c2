import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { paths } from '@/lib/paths';
import { Html } from '@/components/html';
import {
  ButtonLink,
  Countdown,
  EmptyState,
  ErrorState,
  Money,
  PageTitle,
  Section,
} from '@/components/ui';
import type { Tournament } from '@/contracts/types';
import { timeOf, usePhases } from '@/lib/content';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page';
import { usePlayer } from '@/lib/session';
import { useTournament } from '../api/useTournament';
import { Facts } from '../components/Facts';
import { GuestActions } from '../components/JoinActions';
import { Leaderboard } from '../components/Leaderboard';
import { OfferPage, OfferPageSkeleton } from '../components/OfferPage';
import { TournamentGames } from '../components/TournamentGames';
import css from './TournamentsRoute.module.css';

/** One tournament with remaining time, prize, rules, leaderboard and games. */
export function TournamentRoute() {
  const { t } = useTranslation('content');
  const { id } = useParams();
  const { tournament, data, error, reload } = useTournament(Number(id));
  usePageTitle(tournament?.title ?? t('tournaments.title'));
  if (tournament) return <TournamentPage tournament={tournament} />;
  if (!data && !error) return <OfferPageSkeleton />;
  return (
    <>
      <PageTitle>{t('tournaments.title')}</PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <EmptyState title={t('tournaments.gone')} text={t('tournaments.goneText')}>
          <ButtonLink to={paths.tournaments.to()}>{t('tournaments.all')}</ButtonLink>
        </EmptyState>
      )}
    </>
  );
}

function TournamentPage({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('content');
  return (
    <>
      <OfferPage
        backTo={paths.tournaments.to()}
        back={t('tournaments.all')}
        image={tournament.image}
        title={tournament.title}
        side={<TournamentSide tournament={tournament} />}
      >
        <Html html={tournament.html} />
        <Section title={t('board.title')}>
          <Leaderboard rows={tournament.leaderboard} />
        </Section>
      </OfferPage>
      <TournamentGames ids={tournament.gameIDs} />
    </>
  );
}

function TournamentSide({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const player = usePlayer();
  const alone = useMemo(() => [tournament], [tournament]);
  const phases = usePhases(alone);
  const active = phases?.active.length === 1;
  const over = phases?.concluded.length === 1;
  const facts = [
    {
      name: t('tournaments.prize'),
      value: <Money className={css.prize} amount={tournament.prize} round />,
    },
    {
      name: t('fact.provider'),
      value: tournament.providerName || t('tournaments.everyProvider'),
    },
    { name: t('fact.start'), value: format.date(tournament.Start_date, 'date-time') },
    { name: t('fact.end'), value: format.date(tournament.End_date, 'date-time') },
    !over && {
      name: t(active ? 'fact.left' : 'fact.untilStart'),
      value: <Countdown until={timeOf(active ? tournament.End_date : tournament.Start_date)} />,
    },
  ].filter((fact) => fact !== false);
  return (
    <>
      <Facts facts={facts} />
      {over && <p>{t('tournaments.over')}</p>}
      {!over && !player && <GuestActions />}
      {active && player && (
        <ButtonLink variant="primary" wide to={paths.slots.to()}>
          {t('action.play')}
        </ButtonLink>
      )}
    </>
  );
}
