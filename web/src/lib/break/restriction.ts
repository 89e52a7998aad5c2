import type { LimitsAnswer, PlayerExclusion } from '@/contracts/types';
import { usePlayer } from '../session/useSession';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';

/** An active break or self-exclusion. `until` is null if it has no end. */
export interface Restriction extends PlayerExclusion {
  kind: 'break' | 'exclusion';
}

/** The last known restriction of a player, by user name. Available before the first response. */
const restriction = createStoredValue<Restriction | undefined>('restriction', {
  area: 'session',
  parse: (json) => json as Restriction | undefined,
});

/** Stores the restriction in the player's limits. A self-exclusion precedes a break. */
export function setRestriction({ cool_off, exclusion }: LimitsAnswer, username: string): void {
  const current = exclusion ?? cool_off;
  if (!current) return restriction.remove(username);
  restriction.set({ kind: exclusion ? 'exclusion' : 'break', until: current.until }, username);
}

/** Returns the restriction of the current player. */
export function useRestriction(): Restriction | undefined {
  const username = usePlayer()?.profile.username;
  return useStore({
    get: () => (username === undefined ? undefined : restriction.get(username)),
    subscribe: restriction.subscribe,
  });
}
