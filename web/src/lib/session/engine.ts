import { inactivityLimitMs, sessionStampMs, type siteType } from '@/contracts/constants';
import type { SecondFactor } from '@/contracts/types';
import type { Clock } from '../clock';
import type { Call } from '../gateway/client';
import { GatewayError, isGatewayError } from '../gateway/error';
import type { GatewayHub } from '../gateway/events';
import type { StoredValues } from '../storage/stored';
import { createStore, type Store } from '../store/store';
import type { Epoch } from './epoch';
import {
  step,
  type LogoutVariant,
  type ProfileNames,
  type SessionEffect,
  type SessionEnd,
  type SessionEvent,
  type SessionState,
} from './machine';
import type { ActivitySource, Presence } from './presence';
import type { Remote } from './remote';
import { isInactive, resolveReturnUrl } from './rules';
import type { ServerLogoutEvent } from './serverLogout';
import { readStoredSession, storeLogin } from './storedSession';

interface SessionDeps {
  call: Call;
  hub: GatewayHub;
  stored: StoredValues;
  clock: Clock;
  siteType: typeof siteType;
  home: string;
  /** The brand's inactivity limit in milliseconds, if it has one. */
  inactivityLimit?: number;
  createEpoch(): Epoch;
  /** Returns the current two-letter language. */
  language(): string;
  navigate(to: string): void;
  /** Fetches the player's data for the header and the lists. */
  loadPlayer(): void;
  /** Shows the player why the session ended. */
  notifyEnd(reason: SessionEnd): void;
  /** Notifies the player that a logout has not reached the server, or has reached it late. */
  notifyServerLogout(event: ServerLogoutEvent): void;
  /** Removes the cached data of the player after the session has ended. */
  clearPlayerData(): void;
  /** Deletes unsent form input after a logout by the player. */
  deleteDrafts(): void;
  /** Runs after a complete login from a new device for the account. */
  onNewDevice?(username: string): void;
  /** Returns whether the page is visible. */
  isVisible(): boolean;
  /** Returns whether a game's frame has the focus. */
  isFrameFocused(): boolean;
  /** Returns whether the current page requires a login. */
  isProtectedPage(): boolean;
  /** Runs `task` while no other tab changes the session on the server. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** Notifies the other tabs of a change of the stored session or of the last activity. */
  tellTabs(): void;
}

/**
 * The session of this tab. It runs the state machine and performs its effects. All tabs share the
 * stored values. A tab with an outdated epoch adopts the stored values before any other step.
 */
export interface SessionEngine {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Returns the epoch of this tab after it adopted changes of other tabs. */
  epoch(): Epoch;
  /** Starts the session: checks maintenance, then restores, refreshes or clears. */
  start(): Promise<void>;
  /**
   * Loads the polling, then records activity and polls for inactivity, due pings and pending
   * logouts. Resolves with a function that stops it.
   */
  startPolling(): Promise<() => void>;
  /** Logs in and resolves with the reached phase. Rejects with a GatewayError. */
  login(username: string, password: string): Promise<'player' | 'code'>;
  /** Sends a pending login's code. Resolves with false if wrong, rejects with a GatewayError. */
  confirmCode(code: string, factor?: SecondFactor): Promise<boolean>;
  /** Sends the code by SMS. Resolves with its validity in seconds. Rejects with a GatewayError. */
  sendCode(): Promise<number>;
  /** Cancels a pending login. */
  cancelCode(): void;
  /** Restores a session from stored auth. Resolves with true if a player is signed in then. */
  refresh(): Promise<boolean>;
  /** Logs out in this browser at once, and on the server as soon as it is reachable. */
  logout(variant?: LogoutVariant): Promise<void>;
  /** Ends the session without a logout call, as after a password change. */
  endLocally(): Promise<void>;
  /** Checks with the server whether the player's session is still alive. */
  verify(): Promise<void>;
  /** Reports that the router has navigated. */
  navigated(): void;
  /** Records activity within the inactivity limit. Does nothing before startPolling. */
  recordActivity(source?: ActivitySource): void;
  /** Checks for inactivity now. */
  checkPresence(): void;
  /** The end of an inactive player's session during the warning: milliseconds since 1970. */
  warning: Pick<Store<number | undefined>, 'get' | 'subscribe'>;
  /** Adopts the changes of another tab. */
  sync(): void;
  /** Reports that the browser is online again. */
  online(): void;
  /** Sets the names from the profile call of `epoch`. */
  setProfileNames(names: ProfileNames, epoch: Epoch): void;
}

/** A session that ends so soon after a refresh in any tab is not refreshed: milliseconds. */
const minRefreshIntervalMs = 30_000;

/** Creates a session in phase `starting`. `start` begins it. */
export function createSession(deps: SessionDeps): SessionEngine {
  const { call, hub, stored, clock } = deps;
  const limit = deps.inactivityLimit ?? inactivityLimitMs;
  const current = createStore<SessionState>({ phase: 'starting', epoch: '' });
  const warning = createStore<number | undefined>(undefined);
  const state = current.get;
  let presence: Presence | undefined;
  let loading: Promise<Remote> | undefined;

  const sync = () => {
    if (state().phase === 'starting') return;
    if ((stored.get('sessionEpoch') ?? '') === state().epoch) return;
    void commit({
      type: 'adopted',
      stored: readStoredSession(stored),
      protectedPage: deps.isProtectedPage(),
      refreshable: isRefreshable(),
    });
  };

  const dispatch = (event: SessionEvent): Promise<unknown> => {
    sync();
    return commit(event);
  };

  const commit = (event: SessionEvent): Promise<unknown> => {
    const before = state();
    const [next, effects] = step(before, event, deps.createEpoch());
    if (before.phase === 'player' && next.epoch !== before.epoch) deps.clearPlayerData();
    const begins = next.epoch !== (stored.get('sessionEpoch') ?? '');
    // Writes the stored values before the calls, and the epoch's marker last, because subscribers
    // and other tabs read them.
    for (const effect of effects) apply(effect, next.epoch);
    if (event.type === 'refreshed') stored.set('refreshedAt', clock.now());
    if (begins) mark(next.epoch);
    if (next.phase !== 'player') warning.set(undefined);
    current.set(next);
    if (begins) deps.tellTabs();
    return Promise.all(effects.map(begin));
  };

  /** Begins an epoch in storage. Stored auth survives the end of a session until it is cleared. */
  const mark = (epoch: Epoch) => {
    const kept = readStoredSession(stored).auth && stored.get('auth');
    if (kept) stored.set('auth', { ...kept, epoch });
    stored.set('sessionEpoch', epoch);
  };

  /** Performs the effects that need no call. */
  const apply = (effect: SessionEffect, epoch: Epoch): void => {
    switch (effect.do) {
      case 'store-login': {
        const { login } = effect;
        const now = clock.now();
        if (login.new_device) deps.onNewDevice?.(login.username);
        return storeLogin(stored, { login, epoch, language: deps.language(), now });
      }
      case 'store-profile':
        return stored.set('profile', { ...effect.profile, epoch });
      case 'clear':
        return stored.remove(...effect.names);
      case 'logout-remote':
        return stored.set('logoutPending', true);
      case 'schedule-ping':
        return stored.set('expirationDate', clock.now() + sessionStampMs);
      case 'navigate':
        return navigate(effect.to);
      case 'notify':
        return deps.notifyEnd(effect.reason);
    }
  };

  /** Begins the effects that make calls. */
  const begin = (effect: SessionEffect): Promise<void> | void => {
    switch (effect.do) {
      case 'check-maintenance':
        return checkMaintenance();
      case 'refresh':
        return refreshRemote();
      case 'load-player':
        return deps.loadPlayer();
      case 'logout-remote':
        return logoutRemote();
    }
  };

  /** A module that fails to load counts as a network failure. The session does not wait for it. */
  const refreshRemote = async () => {
    const { epoch } = state();
    try {
      await (await remote()).refresh();
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      await dispatch({ type: 'refresh-failed', epoch, reason: 'network' });
    }
  };

  const checkMaintenance = async () => {
    try {
      await call('maintenance/check_status', {}, { suppressToast: true });
    } catch (error) {
      // This call reports maintenance by a plain `result:false`.
      if (isGatewayError(error, 'refused')) hub.emit('maintenance', { message: error.message });
    }
  };

  const navigate = (to: 'home' | 'return') => {
    if (to === 'home') return deps.navigate(deps.home);
    const path = resolveReturnUrl(stored.get('returnUrl'), deps.home);
    stored.remove('returnUrl');
    deps.navigate(path);
  };

  const isRefreshable = () => {
    const age = clock.now() - (stored.get('refreshedAt') ?? -Infinity);
    // Negative when the device's clock was set back.
    return readStoredSession(stored).auth && (age < 0 || age > minRefreshIntervalMs);
  };

  /** Returns the calls of the session. Rejects with a GatewayError if the module fails to load. */
  const remote = (): Promise<Remote> => {
    loading ??= import('./remote').then(
      ({ createRemote }) => createRemote({ ...deps, state, sync, dispatch, isRefreshable }),
      (cause: unknown) => {
        loading = undefined;
        const failure = { code: 0, debug: '', message: '', requestId: '', cause };
        throw new GatewayError({ ...failure, reason: 'network' });
      },
    );
    return loading;
  };

  const logoutRemote = async () => {
    try {
      await (await remote()).logout.begin();
    } catch {
      deps.notifyServerLogout('delayed');
    }
  };

  hub.on(
    'session-ended',
    (ended) => void dispatch({ type: 'session-ended', ...ended, refreshable: isRefreshable() }),
  );

  return {
    state,
    subscribe: current.subscribe,
    epoch() {
      sync();
      return state().epoch;
    },
    async start() {
      const away = isInactive(clock.now(), stored.get('userActivityStartTime'), limit);
      const started = commit({ type: 'started', stored: readStoredSession(stored), away });
      // Opening a page counts as activity.
      if (state().phase === 'player' && deps.isVisible())
        stored.set('userActivityStartTime', clock.now());
      await started;
    },
    async startPolling() {
      const [{ createPresence }, calls] = await Promise.all([import('./presence'), remote()]);
      presence = createPresence({
        ...deps,
        limit,
        state,
        sync,
        warn: warning.set,
        isWarning: () => warning.get() !== undefined,
        end: () => void dispatch({ type: 'inactive' }),
        verify: () => void calls.verify(),
        pollLogout: calls.logout.poll,
        onRecord: deps.tellTabs,
      });
      return presence.startPolling();
    },
    login: async (username, password) => (await remote()).login(username, password),
    confirmCode: async (code, factor) => (await remote()).confirmCode(code, factor),
    sendCode: async () => (await remote()).sendCode(),
    cancelCode: () => void dispatch({ type: 'code-cancelled' }),
    async refresh() {
      await dispatch({ type: 'refresh', auth: isRefreshable() });
      return state().phase === 'player';
    },
    async logout(variant = 'home') {
      const done = dispatch({ type: 'logout', variant, remote: true });
      deps.deleteDrafts();
      await done;
    },
    async endLocally() {
      await dispatch({ type: 'logout', variant: 'stay', remote: false });
    },
    verify: async () => (await remote()).verify(),
    navigated: () => void dispatch({ type: 'navigated' }),
    recordActivity: (source = 'page') => presence?.record(source),
    checkPresence: () => presence?.check(),
    warning,
    sync,
    online() {
      void remote().then((module) => module.logout.retry());
      // Repeats a refresh that failed because of the network.
      if (state().phase === 'guest' && !stored.get('logoutPending') && isRefreshable())
        void dispatch({ type: 'refresh', auth: true });
    },
    setProfileNames: (names, epoch) => void dispatch({ type: 'profile-known', epoch, names }),
  };
}
