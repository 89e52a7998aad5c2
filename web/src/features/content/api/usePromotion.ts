import type { RecordID } from '@/contracts/types';
import { usePromotions } from '@/lib/content/calls';

/** Returns an active promotion from the list of all: the platform has no call for a single one. */
export function usePromotion(id: RecordID | undefined) {
  const state = usePromotions();
  return { ...state, promotion: state.data?.find((it) => it.id === id && it.Status === 1) };
}
