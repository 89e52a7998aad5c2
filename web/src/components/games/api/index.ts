export { useSlotCategories, useSlotProviders } from './slotLists';
export { useGameStart } from './useGameStart';
export type { GameStart } from './useGameStart';
export { useJackpots } from './useJackpots';
