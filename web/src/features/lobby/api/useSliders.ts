import { useMemo } from 'react';
import { siteType, sliderLimit } from '@/contracts/constants';
import {
  useCmscontrollerGetIcSlider,
  useCmscontrollerGetSlider,
} from '@/contracts/hooks/cmscontroller';
import { useSliderGetActiveItems } from '@/contracts/hooks/slider';
import type { Slider } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useRestriction } from '@/lib/break/restriction';
import { usePhases } from '@/lib/content/usePhases';
import type { GatewayError } from '@/lib/gateway/error';

export interface Sliders {
  /** The active slides of the current date, in order; undefined until loaded. */
  slides: Slider[] | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

const fromBootstrap = { fromBootstrap: true };

/** Returns the slides of the call that the brand has chosen for its home page. */
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

/** Addresses of offers, to which no slide leads players who take a break or are self-excluded. */
const offer = /promotion|bonus|tournament|deposit/;

/** Returns the hero's slides of both positions (spec §5: filtered here by status and dates). */
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
