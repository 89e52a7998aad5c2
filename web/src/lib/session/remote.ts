import { type siteType } from '@/contracts/constants';
import type { SecondFactor } from '@/contracts/types';
import type { Clock } from '../clock';
import type { Call, CallOptions } from '../gateway/client';
import { GatewayError, isGatewayError, type Reason } from '../gateway/error';
import type { StoredValues } from '../storage/stored';
import type { Epoch } from './epoch';
import type { SessionEvent, SessionState } from './machine';
import { createServerLogout, sessionCallTimeoutMs, type ServerLogoutEvent } from './serverLogout';
import { readStoredSession, userOf } from './storedSession';

/** The parts of the engine that the session's calls use. */
interface SessionCore {
  call: Call;
  stored: StoredValues;
  clock: Clock;
  siteType: typeof siteType;
  language(): string;
  /** Runs `task` while no other tab changes the session on the server. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  notifyServerLogout(event: ServerLogoutEvent): void;
  state(): SessionState;
  /** Adopts the changes of another tab. */
  sync(): void;
  dispatch(event: SessionEvent): Promise<unknown>;
  isRefreshable(): boolean;
}

/** The calls that change the session on the server. Loaded when the page is idle or needs them. */
export type Remote = ReturnType<typeof createRemote>;

/** Creates the calls of a session. */
export function createRemote(core: SessionCore) {
  const { call, stored, clock, state, sync, dispatch } = core;
  const serverLogout = createServerLogout({ ...core, notify: core.notifyServerLogout });

  /**
   * Makes a call that changes the session on the server, and commits its outcome before another tab
   * may make one. Resolves with the failure, if any, after the effects of the outcome.
   */
  const change = async (
    send: (options: CallOptions, epoch: Epoch) => Promise<SessionEvent | undefined>,
    onFailure: (error: GatewayError, epoch: Epoch) => SessionEvent | undefined,
  ): Promise<GatewayError | undefined> => {
    const { effects, failure } = await core.exclusive(async () => {
      sync();
      const { epoch } = state();
      const timeout = new AbortController();
      const cancel = clock.timeout(sessionCallTimeoutMs, () => timeout.abort());
      try {
        const event = await send({ suppressToast: true, signal: timeout.signal }, epoch);
        // The effects may make such calls themselves, so they are not awaited here.
        return { effects: [event && dispatch(event)] };
      } catch (error) {
        if (!isGatewayError(error)) throw error;
        const failure = error.reason === 'aborted' ? withReason(error, 'network') : error;
        const event = onFailure(failure, epoch);
        return { effects: [event && dispatch(event)], failure };
      } finally {
        cancel();
      }
    });
    await Promise.all(effects);
    return failure;
  };

  const refresh = async (): Promise<void> => {
    await change(
      async (options, epoch) => {
        // Another tab may have restored the session meanwhile.
        if (state().phase !== 'refreshing') return undefined;
        const { data } = await call('user/refresh', {}, options);
        return { type: 'refreshed', epoch, login: data };
      },
      ({ reason }, epoch) => ({ type: 'refresh-failed', epoch, reason }),
    );
  };

  const verify = async (): Promise<void> => {
    const { phase, epoch } = state();
    if (phase !== 'player') return;
    stored.remove('expirationDate');
    try {
      await call('system/ping', {}, { suppressToast: true });
    } catch (error) {
      // The gateway client reports ended sessions. A plain `result:false` also ends the session.
      if (!isGatewayError(error, 'refused')) return;
      await dispatch({ type: 'ping-failed', epoch, refreshable: core.isRefreshable() });
    }
  };

  return {
    refresh,
    verify,
    logout: serverLogout,
    /** Logs in and resolves with the reached phase. Rejects with a GatewayError. */
    async login(username: string, password: string): Promise<'player' | 'code'> {
      sync();
      const begun = state().epoch;
      const failure = await change(
        async (options, epoch) => {
          // The player has logged out while this login waited for another one.
          if (epoch !== begun && stored.get('logoutPending')) return undefined;
          await serverLogout.flush();
          const data = { username, password, SiteType: core.siteType };
          const response = await call('user/login', data, options);
          return { type: 'login-accepted', epoch, login: response.data };
        },
        ({ reason }, epoch) => {
          const { auth } = readStoredSession(stored);
          return { type: 'login-failed', epoch, reason, auth };
        },
      );
      if (failure) throw failure;
      return reached(state());
    },
    /** Sends a pending login's code. Resolves with false if wrong. Rejects with GatewayError. */
    async confirmCode(code: string, factor: SecondFactor = 'authenticator'): Promise<boolean> {
      const pending = state();
      if (pending.phase !== 'code') return false;
      const user = userOf(pending.login, core.language());
      const failure = await change(
        async (options, epoch) => {
          const { siteType: SiteType } = core;
          if (factor === 'sms')
            await call('user/sms_validate', { SiteType, code }, { ...options, user });
          else await call('user/check_ga', { SiteType, ga_code: code }, { ...options, user });
          return { type: 'code-accepted', epoch };
        },
        () => undefined,
      );
      if (isGatewayError(failure, 'refused', 'invalid')) return false;
      if (failure) throw failure;
      return reached(state()) === 'player';
    },
    /** Sends the code by SMS. Resolves with its validity in seconds, rejects with GatewayError. */
    async sendCode(): Promise<number> {
      const pending = state();
      if (pending.phase !== 'code') return 0;
      const user = userOf(pending.login, core.language());
      const sent = await call('user/sms_send', {}, { suppressToast: true, user });
      return sent.data.expires;
    },
  };
}

/** Returns the phase that a login has reached. Throws if the player has logged out meanwhile. */
function reached({ phase }: SessionState): 'player' | 'code' {
  if (phase === 'player' || phase === 'code') return phase;
  throw new GatewayError({ reason: 'aborted', code: 0, debug: '', message: '', requestId: '' });
}

const withReason = (error: GatewayError, reason: Reason) =>
  new GatewayError({ ...error, message: error.message, reason });
