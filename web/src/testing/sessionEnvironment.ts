import { beforeEach, vi } from 'vitest';
import { siteType } from '@/contracts/constants';
import { GatewayError } from '@/lib/gateway/error';
import { createGatewayHub } from '@/lib/gateway/events';
import { createSession, type SessionEngine } from '@/lib/session/engine';
import { createStoredValues } from '@/lib/storage/stored';
import { testClock } from './clock';
import { login } from './fixtures';
import { testGateway } from './gateway';
import { mockCall } from './server';

export { login };

/** The response of a login that waits for the authenticator's code. */
export const loginWithSecret = { ...login, gasecret: '*'.repeat(16) };

/** The failure of a module that cannot be loaded. */
export const unloaded = new GatewayError({
  reason: 'network',
  code: 0,
  debug: '',
  message: '',
  requestId: '',
});

/** Separate storage, clock and gateway of a session engine, and its effects on the page. */
const createEnvironment = () => ({
  stored: createStoredValues(() => localStorage),
  clock: testClock(),
  hub: createGatewayHub(),
  /** The addresses of its navigations. */
  navigations: [] as string[],
  visible: true,
  exclusive: <T>(task: () => Promise<T>): Promise<T> => task(),
  frameFocused: false,
  loadPlayer: vi.fn(),
  clearPlayerData: vi.fn(),
  deleteDrafts: vi.fn(),
  notifyEnd: vi.fn(),
  notifyServerLogout: vi.fn(),
});

interface SessionEnvironment extends ReturnType<typeof createEnvironment> {
  session: SessionEngine;
  /** Opens the page again with the same storage. */
  reopen(): void;
}

/** Creates an environment for a test, with a platform that accepts every login. */
export function createSessionEnvironment(): SessionEnvironment {
  let lastEpoch = 0;
  const env = { reopen: () => void (env.session = open()) } as SessionEnvironment;

  function open(): SessionEngine {
    let engine: SessionEngine | undefined = undefined as SessionEngine | undefined;
    const { hub, stored, clock } = env;
    const { sessionCall: call } = testGateway({
      hub,
      user: () => stored.get('session'),
      epoch: () => engine?.epoch() ?? '',
      clock,
      isVisible: () => env.visible,
    });
    engine = createSession({
      call,
      createEpoch: () => `epoch-${++lastEpoch}`,
      exclusive: (task) => env.exclusive(task),
      tellTabs: () => undefined,
      isFrameFocused: () => env.frameFocused,
      isProtectedPage: () => false,
      notifyServerLogout: env.notifyServerLogout,
      hub,
      stored,
      clock,
      siteType,
      home: '/',
      language: () => 'tr',
      navigate: (to) => env.navigations.push(to),
      loadPlayer: env.loadPlayer,
      clearPlayerData: env.clearPlayerData,
      deleteDrafts: env.deleteDrafts,
      notifyEnd: env.notifyEnd,
      isVisible: () => env.visible,
    });
    return engine;
  }

  beforeEach(() => {
    Object.assign(env, createEnvironment());
    env.reopen();
    mockCall('maintenance/check_status', {}, { result: true });
    mockCall('user/login', login);
  });
  return env;
}
