import type { Login } from '@/contracts/types';
import type {
  Stored,
  StoredName,
  StoredProfile,
  StoredSession,
  StoredValues,
} from '../storage/stored';
import type { Epoch } from './epoch';

/** What is stored of the session. */
export interface StoredSessionState {
  epoch: Epoch;
  profile?: StoredProfile;
  session: boolean;
  auth: boolean;
  twoFactor: boolean;
  /** A logout that the server has not confirmed: nothing of the session may be restored. */
  logoutPending: boolean;
}

/**
 * Reads the stored session. Tabs write at the same time: a value that belongs to another epoch than the marker counts
 * as absent, so that the profile of one player never meets the session of another.
 */
export function readStoredSession(stored: StoredValues): StoredSessionState {
  const epoch = stored.get('sessionEpoch') ?? '';
  const ofEpoch = <N extends 'profile' | 'session' | 'auth'>(name: N): Stored[N] | undefined => {
    const value = stored.get(name);
    return (value?.epoch ?? '') === epoch ? value : undefined;
  };
  const auth = ofEpoch('auth');
  return {
    epoch,
    profile: ofEpoch('profile'),
    session: ofEpoch('session') !== undefined,
    auth: auth !== undefined,
    twoFactor: !!auth?.gasecret,
    logoutPending: stored.get('logoutPending') === true,
  };
}

/** The names of what belongs to a session; the marker of the epoch stays. */
export const sessionNames: StoredName[] = ['profile', 'session', 'ridValue', 'expirationDate'];
export const pingNames: StoredName[] = ['profile', 'session', 'expirationDate'];
export const allNames: StoredName[] = ['auth', ...sessionNames];

/** Stores a login (spec §4) under its epoch, whose marker the session has written before. */
export function storeLogin(
  stored: StoredValues,
  { login, epoch, language, now }: { login: Login; epoch: Epoch; language: string; now: number },
): void {
  const { uid, sid, uip, username, rid, language: own, lastlogin, gasecret } = login;
  stored.set('auth', { uid, sid, uip, username, rid, language: own, lastlogin, gasecret, epoch });
  stored.set('profile', { uid, username, firstname: '', lastname: '', epoch });
  stored.set('session', { ...userOf(login, language), epoch });
  stored.set('language', language);
  stored.set('ridValue', String(rid));
  stored.set('userActivityStartTime', now);
  stored.remove('logoutPending');
}

/** Returns the `user` object that calls of this login send (calls.md §1). */
export const userOf = (login: Login, lang: string): StoredSession => ({
  uid: login.uid,
  sid: login.sid,
  uip: login.uip,
  gmt: login.gtm,
  lang,
});
