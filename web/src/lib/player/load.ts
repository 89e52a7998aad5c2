import type { ReadCallName } from '@/contracts/calls';
import { favoritesLimit } from '@/contracts/constants';
import { financeCheckBalanceKey, userGetUserProfileKey, type CallKey } from '@/contracts/keys';
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
  const { uid, username } = stored.get('profile') ?? {};
  if (uid === undefined) return;
  const page = bootstrap();
  const scope = { brand: page.brand.id, language: currentLanguage(), player: uid };
  // The responses in the page are for one use, by the player whom they belong to.
  const { player } = page;
  delete page.player;
  if (player?.username === username)
    player?.reads.forEach(({ name, data, answer }) => {
      const key: unknown = [name, data, scope.brand, page.language, uid];
      void prefetch(key as CallKey<ReadCallName>, answer as never);
    });
  void prefetch(userGetUserProfileKey({}, scope)).then((found) => {
    if (!found) return;
    const { username, firstname, lastname } = found;
    onNames({ username, firstname, lastname });
  });
  void prefetch(financeCheckBalanceKey({}, scope));
}

export const clearPlayerData = clearPlayerCache;
