import { delay, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { siteType } from '@/contracts/constants';
import { createGateway, createGatewayHub, type GatewayHub } from '@/lib/gateway';
import { createStoredValues, type StoredValues } from '@/lib/storage';
import {
  mockCall,
  mockNetworkError,
  mockError,
  waitForIdle,
  testClock,
  type TestClock,
} from '@/testing';
import { server } from '@/testing/server';
import { createSession, type SessionEngine } from './engine';

const minute = 60_000;
const login = {
  rid: 20,
  uid: 'u',
  sid: 's',
  uip: 'i',
  gtm: '3',
  language: 'tr',
  username: 'demo',
  lastlogin: null,
  gasecret: '',
};
const loginWithSecret = { ...login, gasecret: '*'.repeat(16) };

let stored: StoredValues;
let clock: TestClock;
let hub: GatewayHub;
let session: SessionEngine;
let navigations: string[];
let visible: boolean;
let frameFocused: boolean;
let protectedPage: boolean;
const loadPlayer = vi.fn();
const clearPlayerData = vi.fn();
const deleteDrafts = vi.fn();
const notifyEnd = vi.fn();
const notifyServerLogout = vi.fn();
let lastEpoch = 0;

function open(): SessionEngine {
  let engine: SessionEngine | undefined = undefined as SessionEngine | undefined;
  const { call } = createGateway({
    fetch: (...args) => fetch(...args),
    hub,
    language: () => 'tr',
    user: () => stored.get('session'),
    epoch: () => engine?.epoch() ?? '',
    clock,
    isVisible: () => visible,
    random: () => 0.5,
  });
  engine = createSession({
    call,
    createEpoch: () => `epoch-${++lastEpoch}`,
    exclusive: (task) => task(),
    tellTabs: () => undefined,
    isFrameFocused: () => frameFocused,
    isProtectedPage: () => protectedPage,
    notifyServerLogout,
    hub,
    stored,
    clock,
    siteType,
    home: '/',
    language: () => 'tr',
    navigate: (to) => navigations.push(to),
    loadPlayer,
    clearPlayerData,
    deleteDrafts,
    notifyEnd,
    isVisible: () => visible,
  });
  return engine;
}

/** Advances the clock once the pending requests have been sent. */
async function waitForIdleOf(advance: () => void): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await new Promise((done) => setTimeout(done));
  advance();
}

const phase = () => session.state().phase;

beforeEach(() => {
  stored = createStoredValues(() => localStorage);
  clock = testClock();
  hub = createGatewayHub();
  navigations = [];
  visible = true;
  frameFocused = false;
  protectedPage = false;
  notifyServerLogout.mockClear();
  loadPlayer.mockClear();
  clearPlayerData.mockClear();
  deleteDrafts.mockClear();
  notifyEnd.mockClear();
  session = open();
  mockCall('maintenance/check_status', {}, { result: true });
  mockCall('user/login', login);
});

describe('startup', () => {
  it('restores a stored session and loads the player', async () => {
    stored.set('session', { uid: 'u', sid: 's', uip: 'i', gmt: '3', lang: 'tr' });
    stored.set('profile', { uid: 'u', username: 'demo', firstname: '', lastname: '' });
    await session.start();
    expect(phase()).toBe('player');
    expect(loadPlayer).toHaveBeenCalledOnce();
  });

  it('refreshes when only auth is stored', async () => {
    stored.set('auth', { ...login });
    mockCall('user/refresh', login);
    await session.start();
    expect(phase()).toBe('player');
    expect(stored.get('session')).toMatchObject({ uid: 'u', sid: 's', gmt: '3', lang: 'tr' });
  });

  it('clears everything when the refresh is refused', async () => {
    stored.set('auth', { ...login });
    mockError('user/refresh', { status: 403, debug: 'anonymous user' });
    await session.start();
    expect(phase()).toBe('guest');
    expect(stored.get('auth')).toBeUndefined();
  });

  it('reports maintenance when the check returns false', async () => {
    const onMaintenance = vi.fn();
    hub.on('maintenance', onMaintenance);
    mockError('maintenance/check_status', { message: 'This site is under maintenance' });
    await session.start();
    expect(onMaintenance).toHaveBeenCalled();
  });

  it('does not report maintenance when the check fails with a network error', async () => {
    const onMaintenance = vi.fn();
    hub.on('maintenance', onMaintenance);
    mockNetworkError('maintenance/check_status');
    await session.start();
    expect(onMaintenance).not.toHaveBeenCalled();
  });
});

describe('login', () => {
  it('stores auth, profile, session, language, rid and the expiration stamp of 15 s, and returns', async () => {
    stored.set('returnUrl', '/slot');
    await expect(session.login('demo', 'Demo123')).resolves.toBe('player');
    expect(stored.get('auth')).toMatchObject({ uid: 'u', sid: 's', uip: 'i', username: 'demo' });
    expect(stored.get('profile')?.username).toBe('demo');
    expect(stored.get('session')?.sid).toBe('s');
    expect(stored.get('language')).toBe('tr');
    expect(stored.get('ridValue')).toBe('20');
    expect(stored.get('expirationDate')).toBe(clock.now() + 15_000);
    expect(stored.get('returnUrl')).toBeUndefined();
    expect(navigations).toEqual(['/slot']);
  });

  it('waits for the code, sends it as the pending user, and completes', async () => {
    mockCall('user/login', loginWithSecret);
    const requests = mockCall('user/check_ga', {}, { result: true });
    await expect(session.login('ikili', 'Demo123')).resolves.toBe('code');
    expect(stored.get('session')).toBeUndefined();
    await expect(session.confirmCode('123456')).resolves.toBe(true);
    expect(requests[0]?.data).toMatchObject({ ga_code: '123456', SiteType: 'desktop', Lang: 'tr' });
    expect(requests[0]?.user).toMatchObject({ uid: 'u', sid: 's' });
    expect(phase()).toBe('player');
  });

  it('keeps waiting after a wrong code', async () => {
    mockCall('user/login', loginWithSecret);
    mockError('user/check_ga', { message: 'yanlış' });
    await session.login('ikili', 'Demo123');
    await expect(session.confirmCode('000000')).resolves.toBe(false);
    expect(phase()).toBe('code');
  });

  it('rejects and clears auth for wrong credentials', async () => {
    stored.set('auth', { ...login });
    mockError('user/login', { message: 'Giriş Başarısız', debug: 'login failed' });
    await expect(session.login('demo', 'x')).rejects.toMatchObject({ reason: 'login-failed' });
    expect(stored.get('auth')).toBeUndefined();
    expect(navigations).toEqual([]);
  });

  it('refreshes after any other failure when auth is stored, then rejects', async () => {
    stored.set('auth', { ...login });
    mockError('user/login', { message: 'Bir hata' });
    mockCall('user/refresh', login);
    await expect(session.login('demo', 'x')).rejects.toMatchObject({ reason: 'refused' });
    expect(phase()).toBe('player');
  });
});

describe('logout', () => {
  beforeEach(async () => {
    await session.login('demo', 'Demo123');
    navigations = [];
  });

  it('clears stored values and player data and navigates home', async () => {
    mockCall('user/logout', {});
    await session.logout();
    expect([phase(), navigations, stored.get('auth')]).toEqual(['guest', ['/'], undefined]);
    expect(clearPlayerData).toHaveBeenCalled();
    expect(deleteDrafts).toHaveBeenCalledOnce();
  });

  it('happens here without network too, and on the server as soon as it can be reached', async () => {
    await session.startPolling();
    mockNetworkError('user/logout');
    await session.logout();
    expect([phase(), navigations, stored.get('logoutPending')]).toEqual(['guest', ['/'], true]);
    expect(notifyServerLogout.mock.calls).toEqual([['delayed']]);
    clock.advance(4_000);
    const told = mockCall('user/logout', {});
    clock.advance(6_000);
    await waitForIdle();
    expect(told).toHaveLength(1);
    expect(stored.get('logoutPending')).toBeUndefined();
    expect(notifyServerLogout.mock.calls).toEqual([['delayed'], ['done']]);
  });

  it('is repeated at once when the browser is online again', async () => {
    mockNetworkError('user/logout');
    await session.logout();
    const told = mockCall('user/logout', {});
    session.online();
    await waitForIdle();
    expect(told).toHaveLength(1);
  });

  it('of which the server does not know is told before anything is restored', async () => {
    mockNetworkError('user/logout');
    await session.logout();
    stored.set('profile', { uid: 'u', username: 'demo', firstname: '', lastname: '' });
    session = open();
    const told = mockCall('user/logout', {});
    await session.start();
    expect([phase(), told.length, stored.get('profile')]).toEqual(['guest', 1, undefined]);
  });

  it('of which the server does not know comes before a login', async () => {
    mockNetworkError('user/logout');
    await session.logout();
    const order: string[] = [];
    mockCall('user/logout', () => (order.push('logout'), {}));
    mockCall('user/login', () => (order.push('login'), login));
    await session.login('demo', 'Demo123');
    expect([order, phase()]).toEqual([['logout', 'login'], 'player']);
  });

  it('ends an attempt that is not answered', async () => {
    server.use(http.post('*/endpoint/v1', () => delay('infinite')));
    const done = session.logout();
    expect(phase()).toBe('guest');
    await waitForIdleOf(() => clock.advance(20_000));
    await done;
    expect(notifyServerLogout).toHaveBeenCalledWith('delayed');
  });

  it('keeps auth in the variant keep-auth', async () => {
    mockCall('user/logout', {});
    await session.logout('keep-auth');
    expect([stored.get('auth')?.username, stored.get('session')]).toEqual(['demo', undefined]);
    mockCall('user/refresh', login);
    await expect(session.refresh()).resolves.toBe(true);
  });
});

describe('an ended session', () => {
  const expire = () =>
    hub.emit('session-ended', { epoch: session.epoch(), auth: false, unauthorized: false });

  beforeEach(async () => {
    await session.login('demo', 'Demo123');
    navigations = [];
  });

  it('is restored every time, but not at once after it was restored', async () => {
    const asked = mockCall('user/refresh', login);
    for (let times = 1; times <= 3; times++) {
      clock.advance(minute);
      expire();
      await vi.waitFor(() => expect(phase()).toBe('player'));
      expect(asked).toHaveLength(times);
    }
    expire();
    expect(phase()).toBe('guest');
    expect(notifyEnd.mock.calls).toEqual([['session']]);
    await session.refresh();
    expect([phase(), asked.length]).toEqual(['guest', 3]);
  });

  it('of another epoch is not this one', async () => {
    const before = session.epoch();
    mockCall('user/logout', {});
    await session.logout();
    await session.login('demo', 'Demo123');
    hub.emit('session-ended', { epoch: before, auth: true, unauthorized: true });
    expect(phase()).toBe('player');
  });
});

describe('polling', () => {
  beforeEach(async () => {
    mockCall('system/ping', {});
    await session.login('demo', 'Demo123');
    await session.startPolling();
    navigations = [];
  });

  it('logs out at the first poll after an hour without activity', async () => {
    const logouts = mockCall('user/logout', {});
    clock.advance(60 * minute);
    expect(phase()).toBe('player');
    clock.advance(5_000);
    await waitForIdle();
    expect(logouts).toHaveLength(1);
    expect([phase(), navigations]).toEqual(['guest', ['/']]);
    expect(notifyEnd).toHaveBeenCalledWith('inactive');
  });

  it('measures inactivity from the last activity', async () => {
    clock.advance(50 * minute);
    session.recordActivity();
    clock.advance(50 * minute);
    expect(phase()).toBe('player');
  });

  it('does not take the first movement after hours for presence', async () => {
    const logouts = mockCall('user/logout', {});
    clock.sleep(3 * 60 * minute);
    session.recordActivity();
    await waitForIdle();
    expect([phase(), logouts.length, navigations]).toEqual(['guest', 1, ['/']]);
  });

  it('logs out at the start of a page that was closed for hours', async () => {
    const logouts = mockCall('user/logout', {});
    clock.sleep(3 * 60 * minute);
    session = open();
    await session.start();
    expect([phase(), logouts.length]).toEqual(['guest', 1]);
    expect(notifyEnd).toHaveBeenCalledWith('inactive');
  });

  it('warns before the end, and only staying or play ends the warning', async () => {
    clock.advance(58 * minute);
    expect(session.warning.get()).toBe(clock.now() + 2 * minute);
    session.recordActivity('page');
    expect(session.warning.get()).toBeDefined();
    await waitForIdle();
    const pings = mockCall('system/ping', {});
    session.recordActivity('stay');
    await waitForIdle();
    expect([session.warning.get(), pings.length]).toEqual([undefined, 1]);
    clock.advance(58 * minute);
    expect(session.warning.get()).toBeDefined();
    session.recordActivity('game');
    expect(session.warning.get()).toBeUndefined();
    clock.advance(59 * minute);
    expect(phase()).toBe('player');
  });

  it('counts rounds as presence, and keeps the session of the server alive', async () => {
    const pings = mockCall('system/ping', {});
    for (let i = 0; i < 120; i++) {
      clock.advance(minute);
      session.recordActivity('game');
    }
    await waitForIdle();
    expect([phase(), session.warning.get()]).toEqual(['player', undefined]);
    expect(pings.length).toBeGreaterThanOrEqual(20);
    expect(pings.length).toBeLessThanOrEqual(26);
  });

  it('counts the focus of a game that reports nothing for a quarter of an hour', async () => {
    mockCall('user/logout', {});
    session.recordActivity();
    frameFocused = true;
    clock.advance(72 * minute);
    expect(session.warning.get()).toBeUndefined();
    clock.advance(2 * minute);
    expect(session.warning.get()).toBeDefined();
    clock.advance(2 * minute);
    await waitForIdle();
    expect(phase()).toBe('guest');
  });

  it('ends an hour later when the clock of the device is set back', async () => {
    mockCall('user/logout', {});
    stored.set('userActivityStartTime', clock.now() + 600 * minute);
    clock.advance(61 * minute);
    await waitForIdle();
    expect(phase()).toBe('guest');
    expect(notifyEnd).toHaveBeenCalledWith('inactive');
  });

  it('pings once when the expiration stamp has passed, and only while the page is visible', async () => {
    const pings = mockCall('system/ping', {});
    visible = false;
    clock.advance(20_000);
    expect(stored.get('expirationDate')).toBeDefined();
    visible = true;
    clock.advance(20_000);
    await waitForIdle();
    expect(pings).toHaveLength(1);
    expect(stored.get('expirationDate')).toBeUndefined();
  });

  it('ends the session when the ping returns false', async () => {
    mockError('system/ping');
    mockNetworkError('user/refresh');
    clock.advance(20_000);
    await waitForIdle();
    expect(phase()).toBe('guest');
    expect([stored.get('profile'), stored.get('session')]).toEqual([undefined, undefined]);
    expect(stored.get('auth')).toBeDefined();
  });
});
