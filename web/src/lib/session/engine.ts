import { inactivityPollMs, sessionStampMs, type siteType } from '@/contracts/constants';
import type { Login } from '@/contracts/types';
import type { Clock } from '../clock';
import type { Call } from '../gateway/client';
import { isGatewayError, type GatewayError } from '../gateway/error';
import type { GatewayHub } from '../gateway/events';
import type { StoredValues } from '../storage/stored';
import { createStore } from '../store/store';
import {
  step,
  type LogoutVariant,
  type ProfileNames,
  type SessionEffect,
  type SessionEnd,
  type SessionEvent,
  type SessionState,
} from './machine';
import { isInactive, resolveReturnUrl } from './rules';

export interface SessionDeps {
  call: Call;
  hub: GatewayHub;
  stored: StoredValues;
  clock: Clock;
  siteType: typeof siteType;
  home: string;
  /** The brand's limit of inactivity, when it has one: milliseconds. */
  inactivityLimit?: number;
  /** Returns the current language, two letters. */
  language(): string;
  navigate(to: string): void;
  /** Fetches what the header and the lists show of a player (spec §4, startup). */
  loadPlayer(): void;
  /** Shows the player why the session has ended. */
  notifyEnd(reason: SessionEnd): void;
  /** Removes the cached data of the player whose session has ended. */
  clearPlayerData(): void;
  /** Deletes unsent form input after a logout by the player. */
  deleteDrafts(): void;
  /** Returns whether the page is visible. */
  isVisible(): boolean;
}

/** Runs the session state machine: performs its effects, polls for inactivity and notifies subscribers. */
export interface SessionEngine {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Starts the session (spec §4): checks maintenance, then restores, refreshes or clears. */
  start(): Promise<void>;
  /** Polls for inactivity and due pings. Returns the function that stops it. */
  startPolling(): () => void;
  /** Logs in and resolves with the phase reached. Rejects with a GatewayError. */
  login(username: string, password: string): Promise<'player' | 'code'>;
  /** Sends the authenticator code of a pending login; resolves with false when it is wrong. Rejects with a GatewayError. */
  confirmCode(code: string): Promise<boolean>;
  /** Cancels a pending login. */
  cancelCode(): void;
  /** Restores a session from stored auth; resolves with true when a player is signed in afterwards. */
  refresh(): Promise<boolean>;
  logout(variant?: LogoutVariant): Promise<void>;
  /** Ends the session without a logout call, for example after a password change, which ends every session of the player. */
  endLocally(): Promise<void>;
  /** Reports that the router has navigated. */
  navigated(): void;
  /** Records that the player is active. */
  recordActivity(): void;
  /** Sets the names that the profile call returned. */
  setProfileNames(names: ProfileNames): void;
}

/** Creates a session in phase `starting`; `start` begins it. */
export function createSession(deps: SessionDeps): SessionEngine {
  const { call, hub, stored, clock } = deps;
  const current = createStore<SessionState>({ phase: 'starting' });
  const state = current.get;

  const dispatch = async (event: SessionEvent): Promise<void> => {
    const before = state();
    const [next, effects] = step(before, event);
    if (before.phase === 'player' && next.phase !== 'player') deps.clearPlayerData();
    // Effects run first: subscribers read the stored values that they write.
    const pending = effects.map(perform);
    current.set(next);
    await Promise.all(pending);
  };

  const perform = (effect: SessionEffect): Promise<unknown> | undefined => {
    switch (effect.do) {
      case 'check-maintenance':
        return checkMaintenance();
      case 'refresh':
        return refreshSession();
      case 'store-login':
        storeLogin(effect.login);
        return;
      case 'store-profile':
        stored.set('profile', effect.profile);
        return;
      case 'clear':
        stored.remove(...effect.names);
        return;
      case 'load-player':
        deps.loadPlayer();
        return;
      case 'schedule-ping':
        stored.set('expirationDate', clock.now() + sessionStampMs);
        return;
      case 'logout-remote':
        return call('user/logout', {}, { suppressToast: true }).catch(() => undefined);
      case 'navigate':
        navigate(effect.to);
        return;
      case 'notify':
        deps.notifyEnd(effect.reason);
        return;
    }
  };

  const checkMaintenance = () =>
    call('maintenance/check_status', {}, { suppressToast: true }).catch((error: GatewayError) => {
      // This call reports maintenance by a plain `result:false` (spec §7). Other failures do not mean maintenance.
      if (error.reason === 'refused') hub.emit('maintenance', { message: error.message });
    });

  const refreshSession = async () => {
    try {
      const response = await call('user/refresh', {}, { suppressToast: true });
      await dispatch({ type: 'refreshed', login: response.data });
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      await dispatch({ type: 'refresh-failed', reason: error.reason });
    }
  };

  const storeLogin = (login: Login) => {
    const { uid, sid, uip, username, rid, language, lastlogin, gasecret } = login;
    stored.set('auth', { uid, sid, uip, username, rid, language, lastlogin, gasecret });
    stored.set('profile', { uid, username, firstname: '', lastname: '' });
    stored.set('session', sessionOf(login, deps.language()));
    stored.set('language', deps.language());
    stored.set('ridValue', String(rid));
    stored.set('userActivityStartTime', clock.now());
  };

  const navigate = (to: 'home' | 'return') => {
    if (to === 'home') return deps.navigate(deps.home);
    const path = resolveReturnUrl(stored.get('returnUrl'), deps.home);
    stored.remove('returnUrl');
    deps.navigate(path);
  };

  const ping = async () => {
    stored.remove('expirationDate');
    try {
      await call('system/ping', {}, { suppressToast: true });
    } catch (error) {
      // The gateway client reports ended sessions; a plain `result:false` ends the session as well.
      if (isGatewayError(error, 'refused')) await dispatch({ type: 'ping-failed' });
    }
  };

  const poll = () => {
    if (state().phase !== 'player') return;
    if (isInactive(clock.now(), stored.get('userActivityStartTime'), deps.inactivityLimit)) {
      void dispatch({ type: 'inactive' });
      return;
    }
    const pingDue = stored.get('expirationDate');
    if (pingDue !== undefined && clock.now() >= pingDue && deps.isVisible()) void ping();
  };

  hub.on('session-ended', (event) => void dispatch({ type: 'session-ended', ...event }));

  return {
    state,
    subscribe: current.subscribe,
    start() {
      const profile = stored.get('profile');
      const session = stored.get('session') !== undefined;
      const auth = stored.get('auth');
      const found = { profile, session, auth: !!auth, twoFactor: !!auth?.gasecret };
      return dispatch({ type: 'started', stored: found });
    },
    startPolling: () => clock.interval(inactivityPollMs, poll),
    async login(username, password) {
      try {
        const data = { username, password, SiteType: deps.siteType };
        const response = await call('user/login', data, { suppressToast: true });
        await dispatch({ type: 'login-accepted', login: response.data });
      } catch (error) {
        if (!isGatewayError(error)) throw error;
        const auth = stored.get('auth') !== undefined;
        await dispatch({ type: 'login-failed', reason: error.reason, auth });
        throw error;
      }
      return state().phase === 'code' ? 'code' : 'player';
    },
    async confirmCode(code) {
      const pending = state();
      if (pending.phase !== 'code') return false;
      const user = sessionOf(pending.login, deps.language());
      try {
        const data = { SiteType: deps.siteType, ga_code: code };
        await call('user/check_ga', data, { suppressToast: true, user });
      } catch (error) {
        if (isGatewayError(error, 'refused', 'invalid')) return false;
        throw error;
      }
      await dispatch({ type: 'code-accepted' });
      return true;
    },
    cancelCode: () => void dispatch({ type: 'code-cancelled' }),
    async refresh() {
      await dispatch({ type: 'refresh', auth: stored.get('auth') !== undefined });
      return state().phase === 'player';
    },
    async logout(variant = 'home') {
      let reason: GatewayError['reason'] | undefined;
      try {
        await call('user/logout');
      } catch (error) {
        if (!isGatewayError(error)) throw error;
        reason = error.reason;
      }
      await dispatch({ type: 'logout-finished', variant, reason });
      if (state().phase !== 'player') deps.deleteDrafts();
    },
    endLocally: () => dispatch({ type: 'logout-finished', variant: 'stay', reason: undefined }),
    navigated: () => void dispatch({ type: 'navigated' }),
    recordActivity() {
      if (state().phase === 'player') stored.set('userActivityStartTime', clock.now());
    },
    setProfileNames: (names) => void dispatch({ type: 'profile-known', names }),
  };
}

const sessionOf = (login: Login, lang: string) => ({
  uid: login.uid,
  sid: login.sid,
  uip: login.uip,
  gmt: login.gtm,
  lang,
});
