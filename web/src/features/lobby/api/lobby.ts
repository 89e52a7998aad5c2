import { useMemo } from 'react';
import { openFirst } from '@/components/games/model/game';
import {
  categoryItems,
  gamePageSize,
  quickAccessCategory,
  quickAccessLimit,
  siteType,
  sliderLimit,
} from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import {
  useCmscontrollerGetIcSlider,
  useCmscontrollerGetSlider,
} from '@/contracts/hooks/cmscontroller';
import { useCrmRecentWins } from '@/contracts/hooks/crm';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { useSliderGetActiveItems } from '@/contracts/hooks/slider';
import type { Game, Slider } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useRestriction } from '@/lib/break/restriction';
import { usePhases } from '@/lib/content/phase';
import type { GatewayError } from '@/lib/gateway/error';
import { reducedMotionQuery, useMedia } from '@/lib/media';

interface Sliders {
  /** The active slides of the current date in order, or undefined until loaded. */
  slides: Slider[] | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

const fromBootstrap = { fromBootstrap: true };

/** Returns the slides of the call that the brand selects for its home page. */
function useHomeSlider() {
  const { brand, homeSlider } = bootstrap();
  const home = useCmscontrollerGetSlider(
    homeSlider === 'cmscontroller/getSlider' ? { limit: sliderLimit, offset: 0 } : null,
    fromBootstrap,
  );
  const activeItems = useSliderGetActiveItems(
    homeSlider === 'slider/get_active_items' ? { siteId: brand.siteId } : null,
    fromBootstrap,
  );
  const ofSlots = useCmscontrollerGetIcSlider(
    homeSlider === 'cmscontroller/getIcSlider'
      ? { SiteType: siteType, SliderType: 'slot', sliderPlace: 'all' }
      : null,
    fromBootstrap,
  );
  if (homeSlider === 'slider/get_active_items') return activeItems;
  return homeSlider === 'cmscontroller/getSlider'
    ? home
    : { ...ofSlots, data: ofSlots.data?.items };
}

/** Addresses of offers. Slides with these links are hidden during a break or a self-exclusion. */
const offer = /promotion|bonus|tournament|deposit/;

/** Returns the hero's slides of both positions, filtered by status and dates. */
export function useSliders(): Sliders {
  const { data, error, reload } = useHomeSlider();
  const restricted = useRestriction() !== undefined;
  const published = useMemo(
    () => data?.filter(({ Status, link }) => Status === 1 && !(restricted && offer.test(link))),
    [data, restricted],
  );
  const active = usePhases(published)?.active;
  const slides = useMemo(() => active && [...active].sort((a, b) => a.order - b.order), [active]);
  return { slides, error, reload };
}

/** The lifetime of tables in Croupier's cache. */
const pollIntervalMs = 10_000;

/** Returns the first live tables, open ones first, and polls them, because seats change. */
export function useLiveTables() {
  const { data, ...rest } = useLivecasinoGameTableList(
    { limit: categoryItems, offset: 0 },
    { pollIntervalMs, fromBootstrap: true },
  );
  return { ...rest, data: useMemo(() => data && openFirst(data), [data]) };
}

/** Returns the quick-access games: 50 of category 72. */
export const useQuickAccess = () =>
  useCasinoGamesList({ categoryID: quickAccessCategory, limit: quickAccessLimit, offset: 0 });

/** The type of the 3D slots (`/slot/type/3d`). */
export const type3d = '3d';

/** The number of covers in the box. */
const coverCount = 3;

/** Returns the first 3D slots. The platform cannot sort: new ones may be anywhere. */
export const use3dSlots = () =>
  useCasinoGamesList({ type: type3d, limit: gamePageSize, offset: 0 });

/** Returns the slots of the box: the new ones, or the first ones if none is new. */
export function shown3d(slots: readonly Game[]): { areNew: boolean; slots: Game[] } {
  const fresh = slots.filter(({ isNew }) => isNew);
  const areNew = fresh.length > 0;
  return { areNew, slots: (areNew ? fresh : slots).slice(0, coverCount) };
}

/** Twice the lifetime of wins in Croupier's cache. */
const winsPollIntervalMs = 30_000;

/** Returns the latest wins. Polls while the page is visible and motion is not reduced. */
export function useRecentWins() {
  const still = useMedia(reducedMotionQuery);
  return useCrmRecentWins({}, { pollIntervalMs: still ? undefined : winsPollIntervalMs });
}
