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
  /** The brand's limit of inactivity, when it has one: milliseconds. */
  inactivityLimit?: number;
  createEpoch(): Epoch;
  /** Returns the current language, two letters. */
  language(): string;
  navigate(to: string): void;
  /** Fetches what the header and the lists show of a player (spec §4, startup). */
  loadPlayer(): void;
  /** Shows the player why the session has ended. */
  notifyEnd(reason: SessionEnd): void;
  /** Tells the player that the server could not be told of a logout, or could be told after all. */
  notifyServerLogout(event: ServerLogoutEvent): void;
  /** Removes the cached data of the player whose session has ended. */
  clearPlayerData(): void;
  /** Deletes unsent form input after a logout by the player. */
  deleteDrafts(): void;
  /** Runs after a complete login from a device that the account had not been used on before. */
  onNewDevice?(username: string): void;
  /** Returns whether the page is visible. */
  isVisible(): boolean;
  /** Returns whether a game's frame has the focus. */
  isFrameFocused(): boolean;
  /** Returns whether the current page needs a login. */
  isProtectedPage(): boolean;
  /** Runs `task` while no other tab changes the session on the server. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** Tells the other tabs that the stored session or the time of the last activity has changed. */
  tellTabs(): void;
}

/**
 * The session of this tab: runs the state machine and performs its effects. The stored values are the truth that all
 * tabs share; a tab whose epoch is not the stored one adopts them before it does anything else.
 */
export interface SessionEngine {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Returns the epoch of this tab, after adopting what another tab has changed. */
  epoch(): Epoch;
  /** Starts the session (spec §4): checks maintenance, then restores, refreshes or clears. */
  start(): Promise<void>;
  /**
   * Begins to record activity and to poll for inactivity, due pings and pending logouts. Loads what that needs, and
   * resolves with the function that stops it.
   */
  startPolling(): Promise<() => void>;
  /** Logs in and resolves with the phase reached. Rejects with a GatewayError. */
  login(username: string, password: string): Promise<'player' | 'code'>;
  /** Sends the code of a pending login; resolves with false when it is wrong. Rejects with a GatewayError. */
  confirmCode(code: string, factor?: SecondFactor): Promise<boolean>;
  /** Has the code of a pending login sent by SMS; resolves with its validity in seconds. Rejects with a GatewayError. */
  sendCode(): Promise<number>;
  /** Cancels a pending login. */
  cancelCode(): void;
  /** Restores a session from stored auth; resolves with true when a player is signed in afterwards. */
  refresh(): Promise<boolean>;
  /** Logs out here at once, and on the server as soon as it can be reached. */
  logout(variant?: LogoutVariant): Promise<void>;
  /** Ends the session without a logout call, for example after a password change, which ends every session of the player. */
  endLocally(): Promise<void>;
  /** Asks the server whether the player's session is still alive. */
  verify(): Promise<void>;
  /** Reports that the router has navigated. */
  navigated(): void;
  /** Records that the player is active, unless the time for that is over. Does nothing before startPolling. */
  recordActivity(source?: ActivitySource): void;
  /** Checks for inactivity now. */
  checkPresence(): void;
  /** When the session of an inactive player ends, while the player is asked whether to stay: milliseconds since 1970. */
  warning: Pick<Store<number | undefined>, 'get' | 'subscribe'>;
  /** Adopts what another tab has changed. */
  sync(): void;
  /** Reports that the browser is online again. */
  online(): void;
  /** Sets the names that the profile call of `epoch` returned. */
  setProfileNames(names: ProfileNames, epoch: Epoch): void;
}

/** A session that ends again so soon after its refresh, in any tab, is not refreshed again: milliseconds. */
const minRefreshIntervalMs = 30_000;

/** Creates a session in phase `starting`; `start` begins it. */
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
    // Subscribers and other tabs read the stored values, so they are written first and the marker of their epoch last;
    // calls are made in the new state.
    for (const effect of effects) apply(effect, next.epoch);
    if (event.type === 'refreshed') stored.set('refreshedAt', clock.now());
    if (begins) mark(next.epoch);
    if (next.phase !== 'player') warning.set(undefined);
    current.set(next);
    if (begins) deps.tellTabs();
    return Promise.all(effects.map(begin));
  };

  /** Begins an epoch in storage. Stored auth outlives a session, until it is cleared. */
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

  /** What it needs may fail to load: that is a network failure too, and the session waits for nothing. */
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
      // This call reports maintenance by a plain `result:false` (spec §7). Other failures do not mean maintenance.
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

  /** Returns the calls of the session. Rejects with a GatewayError when their module cannot be loaded. */
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
      // To open a page is a sign of the player.
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
      // A refresh that failed for the network is made up for.
      if (state().phase === 'guest' && !stored.get('logoutPending') && isRefreshable())
        void dispatch({ type: 'refresh', auth: true });
    },
    setProfileNames: (names, epoch) => void dispatch({ type: 'profile-known', epoch, names }),
  };
}
