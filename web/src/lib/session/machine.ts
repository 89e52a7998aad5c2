import { gasecretThreshold } from '@/contracts/constants';
import type { Login } from '@/contracts/types';
import type { Reason } from '../gateway';
import type { StoredName, StoredProfile } from '../storage';

/** Where the visitor stands (spec §4, §6). */
export type SessionState =
  | { phase: 'starting' }
  /** `leaving`: the way home has been taken but not yet arrived at. */
  | { phase: 'guest'; leaving?: true }
  /** Stored auth is being turned into a session again. */
  | { phase: 'refreshing' }
  /** The password was right; the authenticator's six digits are still due. */
  | { phase: 'code'; login: Login }
  /** `twoFactor` is the two-factor status flag: true when the player has an authenticator. */
  | { phase: 'player'; profile: StoredProfile; twoFactor: boolean };

/** What the profile call knows better than the login answer. */
export type ProfileNames = Omit<StoredProfile, 'uid'>;

/** How a logout ends (spec §4): to the lobby, with auth kept, or without leaving the page. */
export type LogoutVariant = 'home' | 'keep-auth' | 'stay';

/** What the stored values hold at the start. */
export interface StoredSessionState {
  profile?: StoredProfile;
  session: boolean;
  auth: boolean;
  twoFactor: boolean;
}

export type SessionEvent =
  | { type: 'started'; kept: StoredSessionState }
  | { type: 'refresh'; auth: boolean }
  | { type: 'refreshed'; login: Login }
  | { type: 'refresh-failed'; reason: Reason }
  | { type: 'login-answered'; login: Login }
  | { type: 'login-failed'; reason: Reason; auth: boolean }
  | { type: 'code-accepted' }
  | { type: 'code-abandoned' }
  | { type: 'profile-known'; names: ProfileNames }
  | { type: 'session-ended'; auth: boolean; unauthorized: boolean }
  | { type: 'logout-answered'; variant: LogoutVariant; reason?: Reason }
  | { type: 'inactive' }
  | { type: 'arrived' }
  | { type: 'ping-failed' };

/** Why a session ended without the player's doing. */
export type SessionEnd = 'session' | 'unauthorized' | 'inactive';

/** What the engine must do after a step, in this order. */
export type SessionEffect =
  | { do: 'check-maintenance' }
  | { do: 'refresh' }
  | { do: 'keep-login'; login: Login }
  | { do: 'keep-profile'; profile: StoredProfile }
  | { do: 'clear'; names: StoredName[] }
  /** Balance, profile, payment methods and favourites of the player (spec §4, startup). */
  | { do: 'load-player' }
  /** The session expiration stamp, 15 s from now (spec §4). */
  | { do: 'stamp' }
  /** Ends the session at the server as well. */
  | { do: 'end-remote' }
  | { do: 'go'; to: 'home' | 'return' }
  /** Tells the player why there is no session any more. */
  | { do: 'tell'; what: SessionEnd };

export type Step = [SessionState, SessionEffect[]];

const ofSession: StoredName[] = ['profile', 'session', 'ridValue', 'expirationDate'];
const ofPing: StoredName[] = ['profile', 'session', 'expirationDate'];
const everything: StoredName[] = ['auth', ...ofSession];

const guest: SessionState = { phase: 'guest' };
const leaving: SessionState = { phase: 'guest', leaving: true };
const clear = (names: StoredName[]): SessionEffect => ({ do: 'clear', names });
const tell = (what: SessionEnd): SessionEffect => ({ do: 'tell', what });
const go = (to: 'home' | 'return'): SessionEffect => ({ do: 'go', to });

/** The two-factor rule of spec §4: a secret longer than 10 characters asks for a code. */
export const requiresCode = (login: Login): boolean => login.gasecret.length > gasecretThreshold;

/** The profile that a login answer gives before the profile call has answered. */
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
    [{ do: 'keep-login', login }, { do: 'stamp' }, { do: 'load-player' }],
  ];
}

/** The session state machine of spec §4: pure, so that every branch can be tested without a browser. */
export function step(state: SessionState, event: SessionEvent): Step {
  switch (event.type) {
    case 'started':
      return start(event.kept);
    case 'refresh':
      if (state.phase === 'player' || state.phase === 'refreshing') return [state, []];
      return event.auth
        ? [{ phase: 'refreshing' }, [{ do: 'refresh' }]]
        : [guest, [clear(everything)]];
    case 'refreshed':
      return signedIn(event.login);
    case 'refresh-failed':
      return refreshFailed(event.reason);
    case 'login-answered':
      if (requiresCode(event.login)) return [{ phase: 'code', login: event.login }, []];
      return withGo(signedIn(event.login));
    case 'login-failed':
      return loginFailed(event.reason, event.auth);
    case 'code-accepted':
      return state.phase === 'code' ? withGo(signedIn(state.login)) : [state, []];
    case 'code-abandoned':
      return state.phase === 'code' ? [guest, [{ do: 'end-remote' }]] : [state, []];
    case 'profile-known':
      if (state.phase !== 'player') return [state, []];
      return named(state, event.names);
    case 'session-ended':
      return sessionEnded(state, event);
    case 'logout-answered':
      return loggedOut(state, event.variant, event.reason);
    case 'inactive':
      if (state.phase !== 'player') return [state, []];
      return [leaving, [{ do: 'end-remote' }, clear(everything), go('home'), tell('inactive')]];
    case 'arrived':
      return state === leaving ? [guest, []] : [state, []];
    case 'ping-failed':
      return [guest, [clear(ofPing), tell('session')]];
  }
}

function named(state: Extract<SessionState, { phase: 'player' }>, names: ProfileNames): Step {
  // The uid stays the one of the login: it is sealed anew each time, and kept answers go by it.
  const profile = { ...names, uid: state.profile.uid };
  return [{ ...state, profile }, [{ do: 'keep-profile', profile }]];
}

function start(kept: StoredSessionState): Step {
  const first: SessionEffect[] = [clear(['siteUnderMaintenance']), { do: 'check-maintenance' }];
  if (kept.profile && kept.session) {
    const { profile, twoFactor } = kept;
    return [{ phase: 'player', profile, twoFactor }, [...first, { do: 'load-player' }]];
  }
  if (kept.auth) return [{ phase: 'refreshing' }, [...first, { do: 'refresh' }]];
  return [guest, [...first, clear(everything)]];
}

function refreshFailed(reason: Reason): Step {
  // Nothing was said about the session: the stored auth stays good for the next try.
  const unsaid: Reason[] = [
    'network',
    'aborted',
    'unavailable',
    'maintenance',
    'blocked',
    'server',
  ];
  return [guest, unsaid.includes(reason) ? [] : [clear(everything)]];
}

function loginFailed(reason: Reason, auth: boolean): Step {
  if (reason === 'login-failed' || reason === 'inactive-account')
    return [guest, [clear(everything)]];
  // Without stored auth there is nothing to refresh.
  return auth ? [{ phase: 'refreshing' }, [{ do: 'refresh' }]] : [guest, []];
}

function sessionEnded(state: SessionState, event: { auth: boolean; unauthorized: boolean }): Step {
  const cleared = clear(event.auth ? everything : ofPing);
  // A refresh that is refused answers by itself; see refreshFailed.
  if (state.phase === 'refreshing') return [state, [cleared]];
  if (state.phase !== 'player') return [guest, [cleared]];
  if (event.unauthorized) return [leaving, [cleared, go('home'), tell('unauthorized')]];
  return [guest, event.auth ? [cleared] : [cleared, tell('session')]];
}

function loggedOut(state: SessionState, variant: LogoutVariant, reason: Reason | undefined): Step {
  const over = !reason || ['session-expired', 'unauthorized', 'two-factor'].includes(reason);
  if (!over) return [state, []];
  const effects: SessionEffect[] = [clear(variant === 'keep-auth' ? ofSession : everything)];
  return variant === 'stay' ? [guest, effects] : [leaving, [...effects, go('home')]];
}

function withGo([state, effects]: Step): Step {
  return [state, [...effects, go('return')]];
}
