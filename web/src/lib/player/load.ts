import { favoritesLimit } from '@/contracts/constants';
import { financeCheckBalanceKey, userGetUserProfileKey } from '@/contracts/keys';
import type { Profile } from '@/contracts/types';
import { bootstrap } from '../bootstrap/bootstrap';
import { currentLanguage } from '../i18n/language';
import { stored } from '../storage/stored';
import { clearPlayerCache, prefetch } from '../swr/cache';

/** The request of the lists of favourites. */
export const favoritesRequest = { favorites: true, limit: favoritesLimit, offset: 0 };

/** The names in the response of the profile call. */
export type Names = Pick<Profile, 'username' | 'firstname' | 'lastname'>;

/** Prefetches the player's data for the header. Calls `onNames` after the profile. */
export function loadPlayer(onNames: (names: Names) => void): void {
  const player = stored.get('profile')?.uid;
  if (player === undefined) return;
  const scope = { brand: bootstrap().brand.id, language: currentLanguage(), player };
  void prefetch(userGetUserProfileKey({}, scope)).then((found) => {
    if (!found) return;
    const { username, firstname, lastname } = found;
    onNames({ username, firstname, lastname });
  });
  void prefetch(financeCheckBalanceKey({}, scope));
}

export const clearPlayerData = clearPlayerCache;
