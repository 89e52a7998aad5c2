import type { Login } from '@/contracts/types';
import type {
  Stored,
  StoredName,
  StoredProfile,
  StoredSession,
  StoredValues,
} from '../storage/stored';
import type { Epoch } from './epoch';

/** The stored state of the session. */
export interface StoredSessionState {
  epoch: Epoch;
  profile?: StoredProfile;
  session: boolean;
  auth: boolean;
  twoFactor: boolean;
  /** The server has not confirmed a logout, so the session must not be restored. */
  logoutPending: boolean;
}

/**
 * Reads the stored session. Tabs write at the same time, so a value of another epoch counts as
 * absent. The profile of one player never meets the session of another.
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

/** The names of a session's values. The epoch's marker is not one of them. */
export const sessionNames: StoredName[] = ['profile', 'session', 'ridValue', 'expirationDate'];
export const pingNames: StoredName[] = ['profile', 'session', 'expirationDate'];
export const allNames: StoredName[] = ['auth', ...sessionNames];

/** Stores a login under its epoch. The session has stored the epoch's marker before. */
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

/** Returns the `user` object for calls of this login. */
export const userOf = (login: Login, lang: string): StoredSession => ({
  uid: login.uid,
  sid: login.sid,
  uip: login.uip,
  gmt: login.gtm,
  lang,
});
