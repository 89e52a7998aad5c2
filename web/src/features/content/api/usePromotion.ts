import { usePromotions } from '@/lib/content';

/** Returns an active promotion from the list of all: the platform has no call for a single one. */
export function usePromotion(id: number) {
  const state = usePromotions();
  return { ...state, promotion: state.data?.find((it) => it.id === id && it.Status === 1) };
}
