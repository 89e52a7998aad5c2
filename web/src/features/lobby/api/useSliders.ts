import { useMemo } from 'react';
import { siteType } from '@/contracts/constants';
import { useCmscontrollerGetIcSlider } from '@/contracts/hooks/cmscontroller';
import type { Slider } from '@/contracts/types';
import { usePhases } from '@/lib/content';
import type { GatewayError } from '@/lib/gateway';

export interface Sliders {
  /** Every slide that is on and whose time it is, in order; undefined until known. */
  slides: Slider[] | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

/** The hero's slides of both places (spec §5: filtered here by status and dates). */
export function useSliders(): Sliders {
  const { data, error, reload } = useCmscontrollerGetIcSlider(
    { SiteType: siteType, SliderType: 'slot', sliderPlace: 'all' },
    { fromBootstrap: true },
  );
  const on = useMemo(() => data?.items.filter(({ Status }) => Status === 1), [data]);
  const running = usePhases(on)?.active;
  const slides = useMemo(() => running?.toSorted((a, b) => a.order - b.order), [running]);
  return { slides, error, reload };
}
