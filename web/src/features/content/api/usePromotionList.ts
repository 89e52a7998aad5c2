import { useMemo } from 'react';
import { usePromotions } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/usePhases';

/** Returns the active promotions by phase (spec §5: filtered here), by the brand's order, then by date. */
export function usePromotionList() {
  const state = usePromotions();
  const { data } = state;
  const published = useMemo(() => data?.filter((it) => it.Status === 1), [data]);
  const phases = usePhases(published);
  const promotions = useMemo(
    () => phases && { ...phases, active: [...phases.active].sort((a, b) => a.order - b.order) },
    [phases],
  );
  return { ...state, promotions };
}
