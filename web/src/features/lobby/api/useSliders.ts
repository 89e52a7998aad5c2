import { useMemo } from 'react';
import { siteType } from '@/contracts/constants';
import { useCmscontrollerGetIcSlider } from '@/contracts/hooks/cmscontroller';
import type { Slider } from '@/contracts/types';
import { usePhases } from '@/lib/content/usePhases';
import type { GatewayError } from '@/lib/gateway/error';

export interface Sliders {
  /** Returns the active slides of the current date, in order; undefined until loaded. */
  slides: Slider[] | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

/** Returns the hero's slides of both positions (spec §5: filtered here by status and dates). */
export function useSliders(): Sliders {
  const { data, error, reload } = useCmscontrollerGetIcSlider(
    { SiteType: siteType, SliderType: 'slot', sliderPlace: 'all' },
    { fromBootstrap: true },
  );
  const published = useMemo(() => data?.items.filter(({ Status }) => Status === 1), [data]);
  const active = usePhases(published)?.active;
  const slides = useMemo(() => active?.toSorted((a, b) => a.order - b.order), [active]);
  return { slides, error, reload };
}
