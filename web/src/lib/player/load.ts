import { cashType, favoritesLimit } from '@/contracts/constants';
import type { CallName, RequestOf } from '../gateway';
import { currentLanguage } from '../i18n/language';
import { stored } from '../storage';
import { forgetPlayers, prime } from '../swr/cache';

/** Lists of favourites (spec §7, §9). */
export const favoritesRequest = { favorites: true, limit: favoritesLimit, offset: 0 };

/** What is fetched for a player at the start beside the profile (spec §4, startup). */
const first: [CallName, RequestOf<CallName>][] = [
  ['finance/check_balance', {}],
  ['finance/list_cash_methods_new', { Type: cashType.deposit }],
  ['finance/list_cash_methods_new', { Type: cashType.withdraw }],
  ['finance/list_highlighted_cash_methods', { Type: cashType.deposit }],
  ['casino/games_list', favoritesRequest],
  ['livecasino/game_table_list', favoritesRequest],
];

/** The names that the profile call tells. */
interface Names {
  username: string;
  firstname: string;
  lastname: string;
}

/** Fetches what the header and the lists show of the player, and tells the names as soon as known. */
export async function loadPlayer(tell: (names: Names) => void): Promise<void> {
  const player = stored.get('profile')?.uid;
  if (player === undefined) return;
  const language = currentLanguage();
  const profile = prime(['user/get_user_profile', {}, language, player]).then((found) => {
    if (!found) return;
    const { username, firstname, lastname } = found;
    tell({ username, firstname, lastname });
  });
  const rest = first.map(([name, data]) => prime([name, data, language, player]));
  await Promise.all([profile, ...rest]);
}

export const forgetPlayer = forgetPlayers;
