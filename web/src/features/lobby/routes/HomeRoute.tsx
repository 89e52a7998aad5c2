import { useTranslation } from 'react-i18next';
import { LazyMount } from '@/components/ui/LazyMount/LazyMount';
import { slotCategory } from '@/contracts/constants';
import { bootstrap, hasFeature } from '@/lib/bootstrap/bootstrap';
import { supports } from '@/lib/bootstrap/supports';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { usePlayer } from '@/lib/session/useSession';
import { CategoryRow } from '../components/CategoryRow';
import { Hero } from '../components/Hero/Hero';
import { LiveRow } from '../components/LiveRow';
import { LobbyPopup } from '../components/LobbyPopup';
import { PlayerRows } from '../components/PlayerRows';
import { PromotionCards } from '../components/PromotionCards';
import { Providers } from '../components/Providers';
import { QuickAccess } from '../components/QuickAccess';
import { QuickChips } from '../components/QuickChips';
import { Ticker } from '../components/Ticker/Ticker';
import { TournamentCards } from '../components/TournamentCards';

/** The approximate height of a row with its title, of tiles and of cards, in pixels. */
const tileRowHeight = 340;
const cardRowHeight = 360;

/** The categories of the rows below the fold, and of those after the tournaments. */
const middleCategories = [slotCategory.newArrivals, slotCategory.jackpot] as const;
const lastCategories = [
  slotCategory.dropsAndWins,
  slotCategory.freeSpinsPurchase,
  slotCategory.boardGames,
] as const;

/** `/`: the lobby (spec §2, experience.md "Lobby"). */
export function HomeRoute() {
  const { t } = useTranslation('lobby');
  const player = usePlayer();
  const slots = hasFeature('slots');
  const categories = slots && supports('casino/category_list');
  usePageTitle();
  return (
    <>
      <h1 className="visually-hidden">{t('title', { brand: bootstrap().brand.name })}</h1>
      <Hero />
      <QuickChips />
      {categories && <CategoryRow id={slotCategory.mostPopular} aboveFold />}
      {slots && supports('habanero/getJackpots') && <Ticker />}
      {player && <PlayerRows />}
      {slots && <QuickAccess />}
      {hasFeature('live') && (
        <LazyMount height={tileRowHeight}>
          <LiveRow />
        </LazyMount>
      )}
      {categories &&
        middleCategories.map((id) => (
          <LazyMount key={id} height={tileRowHeight}>
            <CategoryRow id={id} />
          </LazyMount>
        ))}
      {hasFeature('tournaments') && (
        <LazyMount height={cardRowHeight}>
          <TournamentCards />
        </LazyMount>
      )}
      {categories &&
        lastCategories.map((id) => (
          <LazyMount key={id} height={tileRowHeight}>
            <CategoryRow id={id} />
          </LazyMount>
        ))}
      {hasFeature('promotions') && (
        <LazyMount height={cardRowHeight}>
          <PromotionCards />
        </LazyMount>
      )}
      {slots && supports('casino/provider_list') && (
        <LazyMount height={tileRowHeight / 2}>
          <Providers />
        </LazyMount>
      )}
      <LobbyPopup />
    </>
  );
}
