import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { GameTile } from '@/components/games/GameTile';
import { Html } from '@/components/html/Html';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import type { LeaderboardRow, RecordID, Tournament } from '@/contracts/types';
import leaderboardCss from '@/features/content/components/Leaderboard.module.css';
import { useFormat } from '@/lib/format/useFormat';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { usePlayer } from '@/lib/session/useSession';
import { useTournament, useTournamentGames } from '../api/content';
import {
  Facts,
  GuestActions,
  MissingOffer,
  OfferPage,
  useOfferPeriod,
} from '../components/OfferPage';
import css from './TournamentsRoute.module.css';

/** One tournament with remaining time, prize, rules, leaderboard and games. */
export function TournamentRoute() {
  const { t } = useTranslation('content');
  const { id } = useParams();
  const { tournament, ...state } = useTournament(parseRecordId(id));
  usePageTitle(tournament?.title ?? t('tournaments.title'));
  if (tournament) return <TournamentPage tournament={tournament} />;
  return <MissingOffer kind="tournaments" state={state} />;
}

function TournamentPage({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('content');
  return (
    <>
      <OfferPage
        kind="tournaments"
        offer={tournament}
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

/** The slots of a tournament. */
function TournamentGames({ ids }: { ids: readonly RecordID[] }) {
  const { t } = useTranslation('content');
  const { games, loading, error, reload } = useTournamentGames(ids);
  if (!loading && !error && games.length === 0) return null;
  return (
    <Section title={t('tournaments.games')}>
      {games.length > 0 ? (
        <Rail label={t('tournaments.games')}>
          {games.map((game) => (
            <GameTile key={game.gameID} game={game} />
          ))}
        </Rail>
      ) : loading ? (
        <RailSkeleton />
      ) : (
        <ErrorState error={error} onRetry={reload} />
      )}
    </Section>
  );
}

/** The number of highlighted ranks. */
const highlightedRanks = 3;

/** The leaderboard of a tournament with points and prizes. */
function Leaderboard({ rows }: { rows: readonly LeaderboardRow[] }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (rows.length === 0) {
    return (
      <EmptyState title={t('board.empty')} text={t('board.emptyText')}>
        <ButtonLink to={paths.slots.to()}>{t('action.play')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <table className={leaderboardCss.board}>
      <caption className="visually-hidden">{t('board.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('board.rank')}</th>
          <th scope="col">{t('board.player')}</th>
          <th scope="col" className={leaderboardCss.end}>
            {t('board.points')}
          </th>
          <th scope="col" className={leaderboardCss.end}>
            {t('board.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rank, player, points, prize }) => (
          <tr
            key={rank}
            className={
              rank === 1
                ? leaderboardCss.first
                : rank <= highlightedRanks
                  ? leaderboardCss.medal
                  : undefined
            }
          >
            <td>
              <span className={leaderboardCss.rank}>{format.number(rank)}</span>
            </td>
            <td className={leaderboardCss.player}>
              <bdi>{player}</bdi>
            </td>
            <td className={leaderboardCss.end}>{format.number(points)}</td>
            <td className={leaderboardCss.end}>
              <Money className={leaderboardCss.prize} amount={prize} round />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
