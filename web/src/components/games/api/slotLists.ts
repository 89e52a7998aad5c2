import { useCasinoCategoryList, useCasinoProviderList } from '@/contracts/hooks/casino';

/** The categories of the slots, each with its first games; window by the contract's default. */
export const useSlotCategories = () => useCasinoCategoryList({}, { fromBootstrap: true });

/** The makers of slots; window by the contract's default. */
export const useSlotProviders = (when = true) => useCasinoProviderList(when ? {} : null);
