import { inactivityPollMs, sessionStampMs, type siteType } from '@/contracts/constants';
import type { Login } from '@/contracts/types';
import type { Clock } from '../clock';
import { isGatewayError, type Call, type GatewayError, type GatewayHub } from '../gateway';
import type { StoredValues } from '../storage';
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
  /** The brand's own limit of inactivity, where it has one: milliseconds. */
  inactivityLimit?: number;
  /** Two letters: the language the player uses now. */
  language(): string;
  navigate(to: string): void;
  /** Fetches what the header and the lists show of a player (spec §4, startup). */
  loadPlayer(): void;
  /** Tells the player why the session is over. */
  notifyEnd(what: SessionEnd): void;
  /** Forgets everything fetched for the player who has gone. */
  clearPlayerData(): void;
  /** Forgets what a player has typed and not sent, when they leave on purpose. */
  deleteDrafts(): void;
  /** Whether somebody looks at the page. */
  isVisible(): boolean;
}

/** Runs the session state machine: performs its effects, watches the clock, tells its listeners. */
export interface SessionEngine {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Starts up (spec §4): maintenance check, then restore, refresh or clear. */
  start(): Promise<void>;
  /** Watches for inactivity and due pings; the answer stops it. */
  startPolling(): () => void;
  /** Logs in; resolves with the phase reached. Rejects with a GatewayError. */
  login(username: string, password: string): Promise<'player' | 'code'>;
  /** Sends the authenticator code of a pending login; false when it is wrong. Rejects otherwise. */
  confirmCode(code: string): Promise<boolean>;
  /** Gives a pending login up. */
  cancelCode(): void;
  /** Turns stored auth into a session again; true when the visitor is a player afterwards. */
  refresh(): Promise<boolean>;
  logout(variant?: LogoutVariant): Promise<void>;
  /** The platform has ended every session of the player, as after a changed password: there is nobody to log out. */
  endLocally(): Promise<void>;
  /** The router has reached another address. */
  navigated(): void;
  /** The player gave a sign of life. */
  recordActivity(): void;
  /** Takes over names from the profile call. */
  setProfileNames(names: ProfileNames): void;
}

export function createSession(deps: SessionDeps): SessionEngine {
  const { call, hub, stored, clock } = deps;
  const listeners = new Set<() => void>();
  let state: SessionState = { phase: 'starting' };

  const dispatch = async (event: SessionEvent): Promise<void> => {
    const before = state;
    const [next, effects] = step(state, event);
    state = next;
    if (before.phase === 'player' && next.phase !== 'player') deps.clearPlayerData();
    // What is stored must be true before anyone renders by it.
    const waiting = effects.map(perform);
    if (before !== next) listeners.forEach((listener) => listener());
    await Promise.all(waiting);
  };

  const perform = (effect: SessionEffect): Promise<unknown> | undefined => {
    switch (effect.do) {
      case 'check-maintenance':
        return checkMaintenance();
      case 'refresh':
        return askRefresh();
      case 'keep-login':
        keepLogin(effect.login);
        return;
      case 'keep-profile':
        stored.set('profile', effect.profile);
        return;
      case 'clear':
        stored.remove(...effect.names);
        return;
      case 'load-player':
        deps.loadPlayer();
        return;
      case 'stamp':
        stored.set('expirationDate', clock.now() + sessionStampMs);
        return;
      case 'end-remote':
        return call('user/logout', {}, { suppressToast: true }).catch(() => undefined);
      case 'go':
        go(effect.to);
        return;
      case 'tell':
        deps.notifyEnd(effect.what);
        return;
    }
  };

  const checkMaintenance = () =>
    call('maintenance/check_status', {}, { suppressToast: true }).catch((error: GatewayError) => {
      // A plain `result:false` is how this call says maintenance (spec §7); failures to answer are not.
      if (error.reason === 'refused') hub.emit('maintenance', { message: error.message });
    });

  const askRefresh = async () => {
    try {
      const answer = await call('user/refresh', {}, { suppressToast: true });
      await dispatch({ type: 'refreshed', login: answer.data });
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      await dispatch({ type: 'refresh-failed', reason: error.reason });
    }
  };

  const keepLogin = (login: Login) => {
    const { uid, sid, uip, username, rid, language, lastlogin, gasecret } = login;
    stored.set('auth', { uid, sid, uip, username, rid, language, lastlogin, gasecret });
    stored.set('profile', { uid, username, firstname: '', lastname: '' });
    stored.set('session', sessionOf(login, deps.language()));
    stored.set('language', deps.language());
    stored.set('ridValue', String(rid));
    stored.set('userActivityStartTime', clock.now());
  };

  const go = (to: 'home' | 'return') => {
    if (to === 'home') return deps.navigate(deps.home);
    const address = resolveReturnUrl(stored.get('returnUrl'), deps.home);
    stored.remove('returnUrl');
    deps.navigate(address);
  };

  const ping = async () => {
    stored.remove('expirationDate');
    try {
      await call('system/ping', {}, { suppressToast: true });
    } catch (error) {
      // Ended sessions are announced by the client; a plain `result:false` counts the same here.
      if (isGatewayError(error, 'refused')) await dispatch({ type: 'ping-failed' });
    }
  };

  const look = () => {
    if (state.phase !== 'player') return;
    if (isInactive(clock.now(), stored.get('userActivityStartTime'), deps.inactivityLimit)) {
      void dispatch({ type: 'inactive' });
      return;
    }
    const due = stored.get('expirationDate');
    if (due !== undefined && clock.now() >= due && deps.isVisible()) void ping();
  };

  hub.on('session-ended', (event) => void dispatch({ type: 'session-ended', ...event }));

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      const profile = stored.get('profile');
      const session = stored.get('session') !== undefined;
      const auth = stored.get('auth');
      const kept = { profile, session, auth: !!auth, twoFactor: !!auth?.gasecret };
      return dispatch({ type: 'started', kept });
    },
    startPolling: () => clock.interval(inactivityPollMs, look),
    async login(username, password) {
      try {
        const data = { username, password, SiteType: deps.siteType };
        const answer = await call('user/login', data, { suppressToast: true });
        await dispatch({ type: 'login-answered', login: answer.data });
      } catch (error) {
        if (!isGatewayError(error)) throw error;
        const auth = stored.get('auth') !== undefined;
        await dispatch({ type: 'login-failed', reason: error.reason, auth });
        throw error;
      }
      return state.phase === 'code' ? 'code' : 'player';
    },
    async confirmCode(code) {
      if (state.phase !== 'code') return false;
      const user = sessionOf(state.login, deps.language());
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
    cancelCode: () => void dispatch({ type: 'code-abandoned' }),
    async refresh() {
      await dispatch({ type: 'refresh', auth: stored.get('auth') !== undefined });
      return state.phase === 'player';
    },
    async logout(variant = 'home') {
      let reason: GatewayError['reason'] | undefined;
      try {
        await call('user/logout');
      } catch (error) {
        if (!isGatewayError(error)) throw error;
        reason = error.reason;
      }
      await dispatch({ type: 'logout-answered', variant, reason });
      if (state.phase !== 'player') deps.deleteDrafts();
    },
    endLocally: () => dispatch({ type: 'logout-answered', variant: 'stay', reason: undefined }),
    navigated: () => void dispatch({ type: 'arrived' }),
    recordActivity() {
      if (state.phase === 'player') stored.set('userActivityStartTime', clock.now());
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
