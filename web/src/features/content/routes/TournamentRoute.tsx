import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Html } from '@/components/html/Html';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { Tournament } from '@/contracts/types';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { usePlayer } from '@/lib/session/useSession';
import { useTournament } from '../api/useTournament';
import { Facts } from '../components/Facts';
import { Leaderboard } from '../components/Leaderboard';
import { MissingOffer } from '../components/MissingOffer';
import { GuestActions } from '../components/OfferActions';
import { OfferPage } from '../components/OfferPage';
import { TournamentGames } from '../components/TournamentGames';
import { useOfferPeriod } from '../hooks/useOfferPeriod';
import css from './TournamentsRoute.module.css';

/** One tournament with remaining time, prize, rules, leaderboard and games. */
export function TournamentRoute() {
  const { t } = useTranslation('content');
  const { id } = useParams();
  const { tournament, data, error, reload } = useTournament(parseRecordId(id));
  usePageTitle(tournament?.title ?? t('tournaments.title'));
  if (tournament) return <TournamentPage tournament={tournament} />;
  return (
    <MissingOffer
      kind="tournaments"
      loading={!data && !error}
      error={error}
      reload={reload}
      allTo={paths.tournaments.to()}
    />
  );
}

function TournamentPage({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('content');
  return (
    <>
      <OfferPage
        backTo={paths.tournaments.to()}
        backLabel={t('tournaments.all')}
        image={tournament.image}
        title={tournament.title}
        aside={<TournamentFacts tournament={tournament} />}
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

function TournamentFacts({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('content');
  const player = usePlayer();
  const { active, finished, facts } = useOfferPeriod(tournament);
  const prize = <Money className={css.prize} amount={tournament.prize} round />;
  const provider = tournament.providerName || t('tournaments.everyProvider');
  return (
    <>
      <Facts
        facts={[
          { name: t('tournaments.prize'), value: prize },
          { name: t('fact.provider'), value: provider },
          ...facts,
        ]}
      />
      {finished && <p>{t('tournaments.over')}</p>}
      {!finished && !player && <GuestActions />}
      {active && player && (
        <ButtonLink variant="primary" fullWidth to={paths.slots.to()}>
          {t('action.play')}
        </ButtonLink>
      )}
    </>
  );
}
