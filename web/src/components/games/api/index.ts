export { useSlotCategories, useSlotProviders } from './slotLists';
export { providerDown, useStart } from './useGameStart';
export type { Started } from './useGameStart';
export { useJackpots } from './useJackpots';
