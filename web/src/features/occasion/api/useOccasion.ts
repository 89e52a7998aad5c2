import { useMemo } from 'react';
import { useCmscontrollerGetSpecialDateInf } from '@/contracts/hooks/cmscontroller';
import type { SpecialDate } from '@/contracts/types';
import { usePhases } from '@/lib/content/usePhases';

/** Returns the special date that is celebrated now (spec §3): published, and within its period. */
export function useOccasion(): SpecialDate | undefined {
  const { data } = useCmscontrollerGetSpecialDateInf({});
  const published = useMemo(() => data?.filter(({ Status }) => Status === 1), [data]);
  return usePhases(published)?.active[0];
}
