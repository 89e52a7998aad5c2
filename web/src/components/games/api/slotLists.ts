import { useCasinoCategoryList, useCasinoProviderList } from '@/contracts/hooks/casino';

/** Returns the categories of the slots, each with its first games, with the contract's default limit. */
export const useSlotCategories = () => useCasinoCategoryList({}, { fromBootstrap: true });

/** Returns the providers of slots, with the contract's default limit. */
export const useSlotProviders = (enabled = true) => useCasinoProviderList(enabled ? {} : null);
