import { favoritesLimit } from '@/contracts/constants';
import { useCall } from '@/lib/swr';

/** As the hearts of lib/player ask, so that both look at the same kept answer. */
const request = { favorites: true, limit: favoritesLimit, offset: 0 };
const mine = { who: 'player' } as const;

/** The player's favourite slots. */
export const useFavoriteSlots = () => useCall('casino/games_list', request, mine);

/** The player's favourite live tables. */
export const useFavoriteTables = () => useCall('livecasino/game_table_list', request, mine);
