import { useCmscontrollerGetInformation } from '@/contracts/hooks/cmscontroller';
import type { InformationType } from '@/contracts/types';

/** Returns an information text of the brand in the current language. */
export function useInformation(type: InformationType) {
  const state = useCmscontrollerGetInformation({ InfType: type });
  return { ...state, text: state.data?.[0] };
}
