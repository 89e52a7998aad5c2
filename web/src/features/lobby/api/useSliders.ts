import { useMemo } from 'react';
import { siteType } from '@/contracts/constants';
import type { Slider } from '@/contracts/types';
import { useNow } from '@/lib/clock/useNow';
import type { GatewayError } from '@/lib/gateway';
import { useCall } from '@/lib/swr';
import { minute, runs } from './active';

export interface Sliders {
  /** Every slide that is on and whose time it is, in order; undefined until known. */
  slides: Slider[] | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

/** The hero's slides of both places (spec §5: filtered here by status and dates). */
export function useSliders(): Sliders {
  const { data, error, reload } = useCall(
    'cmscontroller/getIcSlider',
    { SiteType: siteType, SliderType: 'slot', sliderPlace: 'all' },
    { inlined: true },
  );
  const now = useNow(minute);
  const slides = useMemo(
    () =>
      data?.items
        .filter((slide) => slide.Status === 1 && runs(slide, now))
        .sort((a, b) => a.order - b.order),
    [data, now],
  );
  return { slides, error, reload };
}
