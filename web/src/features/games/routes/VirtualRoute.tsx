import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { VirtualIcon } from '@/components/games/VirtualIcon';
import { ButtonLink } from '@/components/ui/Button/Button';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { EmptyState } from '@/components/ui/State/State';
import type { VirtualGameType } from '@/contracts/types';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import { offeredGames } from '../api/offeredGames';
import { VirtualGameStage } from '../components/VirtualGameStage';
import { VirtualInvitation } from '../components/VirtualInvitation';
import { virtualPages, type VirtualPage } from '../model/virtualGames';
import css from './VirtualRoute.module.css';

type Games = readonly [VirtualGameType, ...VirtualGameType[]];

/** `/virtual`, `/bingo`, `/sport`, `/live-sport`: game frames for players, an invitation for visitors. */
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

/** Shown if the brand does not have the page. */
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
