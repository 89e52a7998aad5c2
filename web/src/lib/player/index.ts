export { favoritesRequest } from './load';
export { rememberedUsername } from './rememberedUsername';
export { renamePlayer } from './renamePlayer';
export { useShowBalance } from './useShowBalance';
export { refreshBalance, setBalance, useBalance } from './useBalance';
export { fullName, useProfile } from './useProfile';
export { useSlotFavorites, useTableFavorites } from './useFavorites';
export type { Favorites, GameKind } from './useFavorites';
