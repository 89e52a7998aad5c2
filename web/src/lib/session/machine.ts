import { gasecretThreshold } from '@/contracts/constants';
import type { Login } from '@/contracts/types';
import type { Reason } from '../gateway/reason';
import type { StoredName, StoredProfile } from '../storage/stored';

/** The phase of the visitor's session (spec §4, §6). */
export type SessionState =
  | { phase: 'starting' }
  /** `leaving`: the navigation to the home page has not finished yet. */
  | { phase: 'guest'; leaving?: true }
  /** A session is being restored from stored auth. */
  | { phase: 'refreshing' }
  /** The password was accepted; the code of the authenticator is required. */
  | { phase: 'code'; login: Login }
  /** `twoFactor` is true when the player has an authenticator. */
  | { phase: 'player'; profile: StoredProfile; twoFactor: boolean };

/** The part of the profile that the profile call returns. */
export type ProfileNames = Omit<StoredProfile, 'uid'>;

/** The variants of a logout (spec §4): to the home page, to the home page with auth still stored, or without navigation. */
export type LogoutVariant = 'home' | 'keep-auth' | 'stay';

/** What was stored when the page was opened. */
export interface StoredSessionState {
  profile?: StoredProfile;
  session: boolean;
  auth: boolean;
  twoFactor: boolean;
}

export type SessionEvent =
  | { type: 'started'; stored: StoredSessionState }
  | { type: 'refresh'; auth: boolean }
  | { type: 'refreshed'; login: Login }
  | { type: 'refresh-failed'; reason: Reason }
  | { type: 'login-accepted'; login: Login }
  | { type: 'login-failed'; reason: Reason; auth: boolean }
  | { type: 'code-accepted' }
  | { type: 'code-cancelled' }
  | { type: 'profile-known'; names: ProfileNames }
  | { type: 'session-ended'; auth: boolean; unauthorized: boolean }
  | { type: 'logout-finished'; variant: LogoutVariant; reason?: Reason }
  | { type: 'inactive' }
  | { type: 'navigated' }
  | { type: 'ping-failed' };

/** Why a session ended other than by a logout. */
export type SessionEnd = 'session' | 'unauthorized' | 'inactive';

/** An effect that the engine performs after a step. Effects run in order. */
export type SessionEffect =
  | { do: 'check-maintenance' }
  | { do: 'refresh' }
  | { do: 'store-login'; login: Login }
  | { do: 'store-profile'; profile: StoredProfile }
  | { do: 'clear'; names: StoredName[] }
  /** Fetches balance, profile, payment methods and favourites of the player (spec §4, startup). */
  | { do: 'load-player' }
  /** Stores the session expiration stamp, 15 s from now, at which the session is pinged (spec §4). */
  | { do: 'schedule-ping' }
  /** Ends the session on the server. */
  | { do: 'logout-remote' }
  | { do: 'navigate'; to: 'home' | 'return' }
  /** Shows the player why the session has ended. */
  | { do: 'notify'; reason: SessionEnd };

export type Step = [SessionState, SessionEffect[]];

const sessionNames: StoredName[] = ['profile', 'session', 'ridValue', 'expirationDate'];
const pingNames: StoredName[] = ['profile', 'session', 'expirationDate'];
const allNames: StoredName[] = ['auth', ...sessionNames];

const guest: SessionState = { phase: 'guest' };
const leaving: SessionState = { phase: 'guest', leaving: true };
const clear = (names: StoredName[]): SessionEffect => ({ do: 'clear', names });
const notify = (reason: SessionEnd): SessionEffect => ({ do: 'notify', reason });
const navigate = (to: 'home' | 'return'): SessionEffect => ({ do: 'navigate', to });

/** Returns whether a login requires a code: its secret is longer than 10 characters (spec §4). */
export const requiresCode = (login: Login): boolean => login.gasecret.length > gasecretThreshold;

/** Returns the profile of a login response, without the names of the profile call. */
export const profileOf = (login: Login): StoredProfile => ({
  uid: login.uid,
  username: login.username,
  firstname: '',
  lastname: '',
});

function signedIn(login: Login): Step {
  const profile = profileOf(login);
  return [
    { phase: 'player', profile, twoFactor: login.gasecret !== '' },
    [{ do: 'store-login', login }, { do: 'schedule-ping' }, { do: 'load-player' }],
  ];
}

/** Returns the next state and its effects: the session state machine of spec §4. Pure. */
export function step(state: SessionState, event: SessionEvent): Step {
  switch (event.type) {
    case 'started':
      return start(event.stored);
    case 'refresh':
      if (state.phase === 'player' || state.phase === 'refreshing') return [state, []];
      return event.auth
        ? [{ phase: 'refreshing' }, [{ do: 'refresh' }]]
        : [guest, [clear(allNames)]];
    case 'refreshed':
      return signedIn(event.login);
    case 'refresh-failed':
      return refreshFailed(event.reason);
    case 'login-accepted':
      if (requiresCode(event.login)) return [{ phase: 'code', login: event.login }, []];
      return withReturn(signedIn(event.login));
    case 'login-failed':
      return loginFailed(event.reason, event.auth);
    case 'code-accepted':
      return state.phase === 'code' ? withReturn(signedIn(state.login)) : [state, []];
    case 'code-cancelled':
      return state.phase === 'code' ? [guest, [{ do: 'logout-remote' }]] : [state, []];
    case 'profile-known':
      if (state.phase !== 'player') return [state, []];
      return setNames(state, event.names);
    case 'session-ended':
      return sessionEnded(state, event);
    case 'logout-finished':
      return loggedOut(state, event.variant, event.reason);
    case 'inactive':
      if (state.phase !== 'player') return [state, []];
      return [
        leaving,
        [{ do: 'logout-remote' }, clear(allNames), navigate('home'), notify('inactive')],
      ];
    case 'navigated':
      return state === leaving ? [guest, []] : [state, []];
    case 'ping-failed':
      return [guest, [clear(pingNames), notify('session')]];
  }
}

function setNames(state: Extract<SessionState, { phase: 'player' }>, names: ProfileNames): Step {
  // The uid of the login stays: each response seals it anew, and it is part of the cache keys.
  const profile = { ...names, uid: state.profile.uid };
  return [{ ...state, profile }, [{ do: 'store-profile', profile }]];
}

function start(stored: StoredSessionState): Step {
  const first: SessionEffect[] = [clear(['siteUnderMaintenance']), { do: 'check-maintenance' }];
  if (stored.profile && stored.session) {
    const { profile, twoFactor } = stored;
    return [{ phase: 'player', profile, twoFactor }, [...first, { do: 'load-player' }]];
  }
  if (stored.auth) return [{ phase: 'refreshing' }, [...first, { do: 'refresh' }]];
  return [guest, [...first, clear(allNames)]];
}

function refreshFailed(reason: Reason): Step {
  // These failures do not mean that the session is invalid: stored auth remains for the next attempt.
  const inconclusive: Reason[] = [
    'network',
    'aborted',
    'unavailable',
    'maintenance',
    'blocked',
    'server',
  ];
  return [guest, inconclusive.includes(reason) ? [] : [clear(allNames)]];
}

function loginFailed(reason: Reason, auth: boolean): Step {
  if (reason === 'login-failed' || reason === 'inactive-account') return [guest, [clear(allNames)]];
  // Without stored auth there is nothing to refresh.
  return auth ? [{ phase: 'refreshing' }, [{ do: 'refresh' }]] : [guest, []];
}

function sessionEnded(state: SessionState, event: { auth: boolean; unauthorized: boolean }): Step {
  const cleared = clear(event.auth ? allNames : pingNames);
  // The refresh itself reports that it was refused; see refreshFailed.
  if (state.phase === 'refreshing') return [state, [cleared]];
  if (state.phase !== 'player') return [guest, [cleared]];
  if (event.unauthorized) return [leaving, [cleared, navigate('home'), notify('unauthorized')]];
  return [guest, event.auth ? [cleared] : [cleared, notify('session')]];
}

function loggedOut(state: SessionState, variant: LogoutVariant, reason: Reason | undefined): Step {
  const ended = !reason || ['session-expired', 'unauthorized', 'two-factor'].includes(reason);
  if (!ended) return [state, []];
  const effects: SessionEffect[] = [clear(variant === 'keep-auth' ? sessionNames : allNames)];
  return variant === 'stay' ? [guest, effects] : [leaving, [...effects, navigate('home')]];
}

function withReturn([state, effects]: Step): Step {
  return [state, [...effects, navigate('return')]];
}
