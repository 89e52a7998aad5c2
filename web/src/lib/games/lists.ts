import { useCall } from '../swr';

/** The categories of the slots, each with its first games; window by the contract's default. */
export const useSlotCategories = () => useCall('casino/category_list', {}, { inlined: true });

/** The makers of slots; window by the contract's default. */
export const useSlotProviders = (when = true) => useCall('casino/provider_list', {}, { when });
