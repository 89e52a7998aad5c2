import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink, ChipLink, Chips, EmptyState, PageTitle } from '@/components/ui';
import type { VirtualGameType } from '@/contracts/types';
import { hasFeature } from '@/lib/bootstrap';
import { usePageTitle } from '@/lib/page';
import { usePlayer } from '@/lib/session';
import { offered } from '../api/startVirtual';
import { VirtualIcon } from '../components/VirtualIcon';
import { VirtualInvitation } from '../components/VirtualInvitation';
import { VirtualStage } from '../components/VirtualStage';
import { virtualPages, type VirtualPage } from '../model/virtualGames';
import css from './VirtualRoute.module.css';

/** `/virtual`, `/bingo`, `/sport`, `/live-sport`: game frames for players, an invitation for visitors. */
export function VirtualRoute() {
  const { pathname } = useLocation();
  const found = virtualPages[pathname.replace(/\/+$/, '')];
  if (!found || !hasFeature(found.feature)) return <Missing />;
  const [first, ...others] = offered(found.games);
  return first ? <Page {...found} games={[first, ...others]} /> : <Missing />;
}

function Page(found: VirtualPage & { games: readonly [VirtualGameType, ...VirtualGameType[]] }) {
  const { page, games } = found;
  const { t } = useTranslation('games');
  const player = usePlayer();
  const [query] = useSearchParams();
  const title = t(`virtual.pages.${page}.title`);
  const chosen = games.find((type) => type === query.get('game')) ?? games[0];
  usePageTitle(title);
  if (!player) {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <VirtualInvitation {...found} />
      </>
    );
  }
  return (
    <div className={css.played}>
      <div className={css.title}>
        <PageTitle>{title}</PageTitle>
      </div>
      {games.length > 1 && (
        <div className={css.choice}>
          <Chips label={t('virtual.choose')}>
            {games.map((type) => (
              <ChipLink key={type} to={`?game=${type}`} on={type === chosen}>
                <VirtualIcon type={type} />
                {t(`virtual.games.${type}.name`)}
              </ChipLink>
            ))}
          </Chips>
        </div>
      )}
      <VirtualStage key={chosen} type={chosen} alone={games.length === 1} />
    </div>
  );
}

/** Shown if the brand does not have the page. */
function Missing() {
  const { t } = useTranslation('games');
  const title = t('virtual.missing.title');
  usePageTitle(title);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState title={title} text={t('virtual.missing.text')}>
        <ButtonLink variant="primary" to={paths.home.to()}>
          {t('virtual.missing.home')}
        </ButtonLink>
      </EmptyState>
    </>
  );
}
