import { gasecretThreshold } from '@/contracts/constants';
import type { Login, SecondFactor } from '@/contracts/types';
import type { Reason } from '../gateway/error';
import type { StoredName, StoredProfile } from '../storage/stored';
import type { Epoch } from './epoch';
import { allNames, pingNames, sessionNames, type StoredSessionState } from './storedSession';

/** The phase of the visitor's session and its epoch. */
export type SessionState = { epoch: Epoch } & (
  | { phase: 'starting' }
  /** `leaving`: the navigation to the home page has not finished yet. */
  | { phase: 'guest'; leaving?: true }
  /** Stored auth restores the session. `resuming`: a player was signed in until now. */
  | { phase: 'refreshing'; resuming?: true }
  /** The password was accepted and a second factor is required. */
  | { phase: 'code'; login: Login }
  /** `twoFactor` is true if the player has an authenticator. */
  | { phase: 'player'; profile: StoredProfile; twoFactor: boolean }
);

/** The part of the profile from the profile call. */
export type ProfileNames = Omit<StoredProfile, 'uid' | 'epoch'>;

/** The logout variants: to the home page, the same with auth still stored, or no navigation. */
export type LogoutVariant = 'home' | 'keep-auth' | 'stay';

/** An event. With `epoch` it is that epoch's outcome, and changes nothing in another epoch. */
export type SessionEvent =
  /** `away`: the player was inactive for too long while the page was closed. */
  | { type: 'started'; stored: StoredSessionState; away: boolean }
  /**
   * Another tab has changed the stored session. `protectedPage`: this tab shows a page that
   * requires a login. `refreshable`: as in `session-ended`.
   */
  | { type: 'adopted'; stored: StoredSessionState; protectedPage: boolean; refreshable: boolean }
  | { type: 'refresh'; auth: boolean }
  | { type: 'refreshed'; epoch: Epoch; login: Login }
  | { type: 'refresh-failed'; epoch: Epoch; reason: Reason }
  | { type: 'login-accepted'; epoch: Epoch; login: Login }
  | { type: 'login-failed'; epoch: Epoch; reason: Reason; auth: boolean }
  | { type: 'code-accepted'; epoch: Epoch }
  | { type: 'code-cancelled' }
  | { type: 'profile-known'; epoch: Epoch; names: ProfileNames }
  /** `refreshable`: auth is stored, and no refresh has just happened. */
  | {
      type: 'session-ended';
      epoch: Epoch;
      auth: boolean;
      unauthorized: boolean;
      refreshable: boolean;
    }
  | { type: 'ping-failed'; epoch: Epoch; refreshable: boolean }
  /** `remote`: the server still has to end the session. */
  | { type: 'logout'; variant: LogoutVariant; remote: boolean }
  | { type: 'inactive' }
  | { type: 'navigated' };

/** The reason of a session's end, except a logout. */
export type SessionEnd = 'session' | 'unauthorized' | 'inactive';

/** An effect that the engine performs after a step. Effects run in order. */
export type SessionEffect =
  | { do: 'check-maintenance' }
  | { do: 'refresh' }
  | { do: 'store-login'; login: Login }
  | { do: 'store-profile'; profile: StoredProfile }
  | { do: 'clear'; names: StoredName[] }
  /** Fetches balance, profile, payment methods and favourites of the player. */
  | { do: 'load-player' }
  /** Stores the time of the next ping, 15 s from now. */
  | { do: 'schedule-ping' }
  /** Ends the session on the server, now or as soon as it is reachable. */
  | { do: 'logout-remote' }
  | { do: 'navigate'; to: 'home' | 'return' }
  /** Shows the player why the session ended. */
  | { do: 'notify'; reason: SessionEnd };

type Step = [SessionState, SessionEffect[]];

const clear = (names: StoredName[]): SessionEffect => ({ do: 'clear', names });
const notify = (reason: SessionEnd): SessionEffect => ({ do: 'notify', reason });
const navigate = (to: 'home' | 'return'): SessionEffect => ({ do: 'navigate', to });
const logoutRemote: SessionEffect = { do: 'logout-remote' };
const guest = (epoch: Epoch): SessionState => ({ phase: 'guest', epoch });
const resuming = (epoch: Epoch): SessionState => ({ phase: 'refreshing', resuming: true, epoch });
const leaving = (epoch: Epoch): SessionState => ({ phase: 'guest', leaving: true, epoch });

/** Navigates to the home page. The stored return path belonged to the ended session. */
const leave = (epoch: Epoch, ...effects: SessionEffect[]): Step => [
  leaving(epoch),
  [...effects, clear(['returnUrl']), navigate('home')],
];

/**
 * Returns the second factors of which one completes a login, or none if it is complete. A secret
 * longer than 10 characters requires a code of the authenticator. The gateway may name SMS too.
 */
export function dueFactors({ gasecret, second_factors: named = [] }: Login): SecondFactor[] {
  if (named.length > 0) return named;
  return gasecret.length > gasecretThreshold ? ['authenticator'] : [];
}

/** Returns whether a login requires a code. */
const requiresCode = (login: Login): boolean => dueFactors(login).length > 0;

/** Returns the profile of a login response, without the names of the profile call. */
const profileOf = (login: Login): StoredProfile => ({
  uid: login.uid,
  username: login.username,
  firstname: '',
  lastname: '',
});

/** Returns the next state and its effects. Pure. `next` is the epoch for a new or ended session. */
export function step(state: SessionState, event: SessionEvent, next: Epoch): Step {
  if ('epoch' in event && event.epoch !== state.epoch) return outdated(state, event, next);
  switch (event.type) {
    case 'started':
      return start(event.stored, event.away, next);
    case 'adopted':
      return adopt(state, event);
    case 'refresh':
      if (state.phase !== 'guest' && state.phase !== 'starting') return [state, []];
      return event.auth
        ? [{ phase: 'refreshing', epoch: state.epoch }, [{ do: 'refresh' }]]
        : [guest(state.epoch), [clear(allNames)]];
    case 'refreshed':
      return state.phase === 'refreshing' ? signedIn(event.login, next) : [state, []];
    case 'refresh-failed':
      return refreshFailed(state, event.reason, next);
    case 'login-accepted':
      return accepted(event.login, next);
    case 'login-failed':
      return loginFailed(state, event.reason, event.auth, next);
    case 'code-accepted':
      return state.phase === 'code'
        ? withReturn(signedIn(state.login, next))
        : outdated(state, event, next);
    case 'code-cancelled':
      return state.phase === 'code' ? [guest(next), [logoutRemote]] : [state, []];
    case 'profile-known':
      return state.phase === 'player' ? setNames(state, event.names) : [state, []];
    case 'session-ended':
      return event.auth
        ? refused(state, event.unauthorized, next)
        : ended(state, event.refreshable, next);
    case 'ping-failed':
      return ended(state, event.refreshable, next);
    case 'logout':
      return loggedOut(event.variant, event.remote, next);
    case 'inactive':
      if (state.phase !== 'player') return [state, []];
      return leave(next, clear(allNames), logoutRemote, notify('inactive'));
    case 'navigated':
      return state.phase === 'guest' && state.leaving ? [guest(state.epoch), []] : [state, []];
  }
}

/**
 * Handles an outcome of another epoch. Only a login matters, because the browser already has its
 * session cookie. If no player is signed in any more, the new session ends too. If another tab has
 * logged in, the later login wins, as on the server.
 */
function outdated(state: SessionState, event: SessionEvent, next: Epoch): Step {
  const loggedIn = event.type === 'login-accepted' || event.type === 'code-accepted';
  if (loggedIn && state.phase === 'guest') return [state, [logoutRemote]];
  return event.type === 'login-accepted' ? accepted(event.login, next) : [state, []];
}

function accepted(login: Login, next: Epoch): Step {
  if (requiresCode(login)) return [{ phase: 'code', epoch: next, login }, [clear(allNames)]];
  return withReturn(signedIn(login, next));
}

function signedIn(login: Login, epoch: Epoch): Step {
  return [
    { phase: 'player', epoch, profile: profileOf(login), twoFactor: login.gasecret !== '' },
    [{ do: 'store-login', login }, { do: 'schedule-ping' }, { do: 'load-player' }],
  ];
}

function setNames(state: Extract<SessionState, { phase: 'player' }>, names: ProfileNames): Step {
  // Keeps the uid of the login, because it changes with each response and is in the cache keys.
  const profile = { ...names, uid: state.profile.uid };
  return [{ ...state, profile }, [{ do: 'store-profile', profile }]];
}

function start(stored: StoredSessionState, away: boolean, next: Epoch): Step {
  const first: SessionEffect[] = [clear(['siteUnderMaintenance']), { do: 'check-maintenance' }];
  const { epoch, profile, twoFactor } = stored;
  if (stored.logoutPending) return [guest(epoch), [clear(allNames), logoutRemote, ...first]];
  if (profile && stored.session) {
    if (away) return leave(next, clear(allNames), logoutRemote, notify('inactive'), ...first);
    return [{ phase: 'player', epoch, profile, twoFactor }, [...first, { do: 'load-player' }]];
  }
  if (stored.auth) return [{ phase: 'refreshing', epoch }, [...first, { do: 'refresh' }]];
  return [guest(epoch), [...first, clear(allNames)]];
}

function adopt(state: SessionState, event: Extract<SessionEvent, { type: 'adopted' }>): Step {
  const { stored, protectedPage, refreshable } = event;
  const { epoch, profile, twoFactor } = stored;
  const wasPlayer = state.phase === 'player' || state.phase === 'refreshing';
  if (!stored.logoutPending) {
    if (profile && stored.session)
      return [{ phase: 'player', epoch, profile, twoFactor }, [{ do: 'load-player' }]];
    // The refresh waits for the other tab's refresh and then finds the session restored.
    if (stored.auth && wasPlayer && refreshable) return [resuming(epoch), [{ do: 'refresh' }]];
    if (stored.auth) return [guest(epoch), []];
    // The other tab's refresh was refused.
    if (state.phase === 'refreshing') return [guest(epoch), noticeOf(state)];
  }
  // The player has logged out.
  return wasPlayer && protectedPage ? leave(epoch) : [guest(epoch), []];
}

/** Failures that do not mean an invalid session. Stored auth remains for the next attempt. */
const inconclusive: Reason[] = [
  'network',
  'aborted',
  'unavailable',
  'maintenance',
  'part-closed',
  'blocked',
  'server',
  'rate-limited',
];

/** Returns the notice of an ended session for a player who was signed in until now. */
const noticeOf = (state: Extract<SessionState, { phase: 'refreshing' }>): SessionEffect[] =>
  state.resuming ? [notify('session')] : [];

function refreshFailed(state: SessionState, reason: Reason, next: Epoch): Step {
  if (state.phase !== 'refreshing') return [state, []];
  const notice = noticeOf(state);
  return inconclusive.includes(reason)
    ? [guest(state.epoch), notice]
    : [guest(next), [clear(allNames), ...notice]];
}

function loginFailed(state: SessionState, reason: Reason, auth: boolean, next: Epoch): Step {
  const wasPlayer = state.phase === 'player';
  if (reason === 'login-failed' || reason === 'inactive-account')
    return [guest(wasPlayer ? next : state.epoch), [clear(allNames)]];
  if (wasPlayer) return [state, []];
  // Without stored auth there is nothing to refresh.
  return auth
    ? [{ phase: 'refreshing', epoch: state.epoch }, [{ do: 'refresh' }]]
    : [guest(state.epoch), []];
}

/** Handles the end of a session on the server. The session is restored if auth is stored. */
function ended(state: SessionState, refreshable: boolean, next: Epoch): Step {
  // A code with a lost response may have completed the login.
  if (state.phase === 'code') return [guest(next), [logoutRemote]];
  // The refresh itself reports its refusal, see refreshFailed.
  if (state.phase !== 'player') return [state, []];
  if (refreshable) return [resuming(next), [clear(pingNames), { do: 'refresh' }]];
  return [guest(next), [clear(pingNames), notify('session')]];
}

/** Handles the platform's refusal of the player. Stored auth is no longer valid. */
function refused(state: SessionState, unauthorized: boolean, next: Epoch): Step {
  // The response to a login, so no session has begun.
  if (state.phase === 'guest' || state.phase === 'starting') return [state, [clear(allNames)]];
  const effects = [clear(allNames), logoutRemote];
  return unauthorized ? leave(next, ...effects, notify('unauthorized')) : [guest(next), effects];
}

function loggedOut(variant: LogoutVariant, remote: boolean, next: Epoch): Step {
  const effects: SessionEffect[] = [clear(variant === 'keep-auth' ? sessionNames : allNames)];
  if (remote) effects.push(logoutRemote);
  return variant === 'stay' ? [guest(next), effects] : leave(next, ...effects);
}

function withReturn([state, effects]: Step): Step {
  return [state, [...effects, navigate('return')]];
}
