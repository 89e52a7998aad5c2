import { cashType, favoritesLimit } from '@/contracts/constants';
import {
  casinoGamesListKey,
  financeCheckBalanceKey,
  financeListCashMethodsNewKey,
  financeListHighlightedCashMethodsKey,
  livecasinoGameTableListKey,
  userGetUserProfileKey,
} from '@/contracts/keys';
import type { Profile } from '@/contracts/types';
import { bootstrap } from '../bootstrap/bootstrap';
import { currentLanguage } from '../i18n/language';
import { stored } from '../storage/stored';
import { clearPlayerCache, prefetch } from '../swr/cache';

/** The request of the lists of favourites. */
export const favoritesRequest = { favorites: true, limit: favoritesLimit, offset: 0 };

/** The names in the response of the profile call. */
export type Names = Pick<Profile, 'username' | 'firstname' | 'lastname'>;

/** Prefetches the player's data for header and lists. Calls `onNames` after the profile. */
export async function loadPlayer(onNames: (names: Names) => void): Promise<void> {
  const player = stored.get('profile')?.uid;
  if (player === undefined) return;
  const scope = { brand: bootstrap().brand.id, language: currentLanguage(), player };
  const profile = prefetch(userGetUserProfileKey({}, scope)).then((found) => {
    if (!found) return;
    const { username, firstname, lastname } = found;
    onNames({ username, firstname, lastname });
  });
  // The other calls of the startup.
  await Promise.all([
    profile,
    prefetch(financeCheckBalanceKey({}, scope)),
    prefetch(financeListCashMethodsNewKey({ Type: cashType.deposit }, scope)),
    prefetch(financeListCashMethodsNewKey({ Type: cashType.withdraw }, scope)),
    prefetch(financeListHighlightedCashMethodsKey({ Type: cashType.deposit }, scope)),
    prefetch(casinoGamesListKey(favoritesRequest, scope)),
    prefetch(livecasinoGameTableListKey(favoritesRequest, scope)),
  ]);
}

export const clearPlayerData = clearPlayerCache;
