import type { InformationType } from '@/contracts/types';
import { useCall } from '@/lib/swr';

/** One information text of the brand in the present language. */
export function useInformation(type: InformationType) {
  const state = useCall('cmscontroller/getInformation', { InfType: type });
  return { ...state, text: state.data?.[0] };
}
