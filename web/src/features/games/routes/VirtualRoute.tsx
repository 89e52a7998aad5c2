import { useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { BingoArt } from '@/components/games/BingoArt';
import { VirtualIcon } from '@/components/games/VirtualIcon';
import { gameLayerId, runningGame, virtualStage } from '@/components/games/model/runningGame';
import { ButtonLink } from '@/components/ui/Button/Button';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { EmptyState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import type { VirtualGameType, Features } from '@/contracts/types';
import { hasFeature, supports } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { usePlayer, useSaveReturnUrl } from '@/lib/session/useSession';
import { offeredGames } from '../api/games';
import { PitchArt, TrackArt } from '../components/VirtualArt';
import { GamePreview } from '../components/GamePreview';
import css from './VirtualRoute.module.css';
import invitation from '../components/VirtualInvitation.module.css';

type Games = readonly [VirtualGameType, ...VirtualGameType[]];

/** `/virtual`, `/bingo`, `/sport`, `/live-sport`: game frames, or an invitation for visitors. */
export function VirtualRoute() {
  const { pathname } = useLocation();
  const page = virtualPages[pathname.replace(/\/+$/, '')];
  const player = usePlayer();
  if (!page || !hasFeature(page.feature)) return <MissingPage />;
  const [first, ...others] = offeredGames(page.games);
  if (!first) return <MissingPage />;
  const games: Games = [first, ...others];
  return player ? (
    <GamesPage page={page.page} games={games} />
  ) : (
    <InvitationPage {...page} games={games} />
  );
}

function useVirtualTitle(page: VirtualPage['page']): string {
  const { t } = useTranslation('games');
  const title = t(`virtual.pages.${page}.title`);
  usePageTitle(title);
  return title;
}

function InvitationPage(page: VirtualPage) {
  const title = useVirtualTitle(page.page);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <VirtualInvitation {...page} />
    </>
  );
}

function GamesPage({ page, games }: { page: VirtualPage['page']; games: Games }) {
  const { t } = useTranslation('games');
  const title = useVirtualTitle(page);
  const [query] = useSearchParams();
  const selected = games.find((type) => type === query.get('game')) ?? games[0];
  return (
    <div className={css.page}>
      <div className={css.title}>
        <PageTitle>{title}</PageTitle>
      </div>
      {games.length > 1 && (
        <div className={css.choice}>
          <Chips label={t('virtual.choose')}>
            {games.map((type) => (
              <ChipLink key={type} to={`?game=${type}`} current={type === selected}>
                <VirtualIcon type={type} />
                {t(`virtual.games.${type}.name`)}
              </ChipLink>
            ))}
          </Chips>
        </div>
      )}
      <VirtualGameStage key={selected} type={selected} tall={games.length === 1} />
    </div>
  );
}

/** The page of a brand without this feature. */
function MissingPage() {
  const { t } = useTranslation('games');
  const title = t('virtual.missing.title');
  usePageTitle(title);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState title={title} text={t('virtual.missing.text')}>
        <ButtonLink variant="primary" to={paths.home.to()}>
          {t('home')}
        </ButtonLink>
      </EmptyState>
    </>
  );
}

interface VirtualGameStageProps {
  type: VirtualGameType;
  /** Makes the frame taller if no game choice is above it. */
  tall: boolean;
}

/** Opens a virtual game for a signed-in player and reserves the space that the game layer fills. */
function VirtualGameStage({ type, tall }: VirtualGameStageProps) {
  const { t } = useTranslation('games');
  const { pathname } = useLocation();
  const username = usePlayer()?.profile.username;
  const name = t(`virtual.games.${type}.name`);
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const address = `${pathname}?game=${type}`;
    runningGame.open({
      kind: 'virtual',
      id: type,
      demo: false,
      name,
      address,
      username,
    });
  }, [type, name, pathname, username]);
  useLayoutEffect(() => {
    virtualStage.set(stage.current ?? undefined);
    return () => virtualStage.set(undefined);
  }, []);
  return (
    <div ref={stage} className={classes(css.stage, tall && css.tall)}>
      {/* The game follows the page in the document. This button lets the keyboard skip the
          footer. */}
      <button className={css.skip} onClick={() => document.getElementById(gameLayerId)?.focus()}>
        {t('virtual.toGame')}
      </button>
    </div>
  );
}

const pictures: Record<VirtualPage['page'], ComponentType<{ className?: string }>> = {
  sport: PitchArt,
  liveSport: PitchArt,
  bingo: BingoArt,
  virtual: TrackArt,
};

/** The number of events of a page with one game, and of each game on a page with several. */
const eventCount = { only: 9, each: 2 };

/** Invites visitors to log in or register, and shows the next events of the games. */
function VirtualInvitation({ page, games }: VirtualPage) {
  const { t } = useTranslation('games');
  // The login returns to this page.
  const saveReturnUrl = useSaveReturnUrl();
  const Picture = pictures[page];
  const hasPreview = supports('virtualgames/preview');
  /** Records for each loaded preview whether it has events. */
  const [loaded, setLoaded] = useState<Partial<Record<VirtualGameType, boolean>>>({});
  const onLoaded = (type: VirtualGameType, hasEvents: boolean) =>
    setLoaded((before) => ({ ...before, [type]: hasEvents }));
  const nothingToShow = !hasPreview || games.every((type) => loaded[type] === false);
  const [only] = games;
  return (
    <>
      <div className={invitation.hero} data-page={page}>
        <Picture className={invitation.picture} />
        <div className={invitation.invitation}>
          <p className={invitation.text}>{t(`virtual.pages.${page}.text`)}</p>
          {nothingToShow && <p className={invitation.note}>{t('virtual.preview.none')}</p>}
          <div className={invitation.actions}>
            <ButtonLink
              variant="primary"
              size="large"
              to={paths.login.to()}
              onClick={saveReturnUrl}
            >
              {t('virtual.login')}
            </ButtonLink>
            <ButtonLink size="large" to={paths.register.to()} onClick={saveReturnUrl}>
              {t('virtual.register')}
            </ButtonLink>
          </div>
        </div>
      </div>
      {only && (page === 'sport' || page === 'liveSport') ? (
        hasPreview && (
          <GamePreview
            type={only}
            limit={eventCount.only}
            onLoaded={onLoaded}
            title={t(`virtual.preview.${page === 'liveSport' ? 'now' : 'next'}`)}
          />
        )
      ) : (
        <ul className={invitation.games}>
          {games.map((type) => (
            <li key={type} className={invitation.game}>
              <div className={invitation.head}>
                <span className={invitation.icon}>
                  <VirtualIcon type={type} size={28} />
                </span>
                <div>
                  <h2 className={invitation.name}>{t(`virtual.games.${type}.name`)}</h2>
                  <p className={invitation.description}>{t(`virtual.games.${type}.text`)}</p>
                </div>
              </div>
              {hasPreview && (
                <GamePreview type={type} limit={eventCount.each} onLoaded={onLoaded} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A page of virtual games with its required feature and its possible games. */
interface VirtualPage {
  page: 'virtual' | 'bingo' | 'sport' | 'liveSport';
  feature: keyof Features;
  games: readonly VirtualGameType[];
}

/** The pages of virtual games by route pattern. */
const virtualPages: Record<string, VirtualPage> = {
  [paths.virtual.pattern]: {
    page: 'virtual',
    feature: 'virtual',
    games: ['goldenrace', 'football3d', 'spaceman', 'zeplin', 'betongames'],
  },
  [paths.bingo.pattern]: { page: 'bingo', feature: 'bingo', games: ['bingo', 'soundbingo'] },
  [paths.sport.pattern]: { page: 'sport', feature: 'sport', games: ['sport'] },
  [paths.liveSport.pattern]: { page: 'liveSport', feature: 'liveSport', games: ['livesport'] },
};
