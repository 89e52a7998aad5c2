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
const loadPlayer = vi.fn();
const clearPlayerData = vi.fn();
const deleteDrafts = vi.fn();
const notifyEnd = vi.fn();

function open(): SessionEngine {
  const { call } = createGateway({
    fetch: (...args) => fetch(...args),
    hub,
    language: () => 'tr',
    user: () => stored.get('session'),
    clock,
    isVisible: () => visible,
    random: () => 0.5,
  });
  return createSession({
    call,
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
}

const phase = () => session.state().phase;

beforeEach(() => {
  stored = createStoredValues(() => localStorage);
  clock = testClock();
  hub = createGatewayHub();
  navigations = [];
  visible = true;
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
    expect(stored.get('session')).toEqual({ uid: 'u', sid: 's', uip: 'i', gmt: '3', lang: 'tr' });
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

  it('keeps the session after a network error', async () => {
    mockNetworkError('user/logout');
    await session.logout();
    expect(phase()).toBe('player');
  });

  it('keeps auth in the variant keep-auth', async () => {
    mockCall('user/logout', {});
    await session.logout('keep-auth');
    expect([stored.get('auth')?.username, stored.get('session')]).toEqual(['demo', undefined]);
  });
});

describe('polling', () => {
  beforeEach(async () => {
    mockCall('system/ping', {});
    await session.login('demo', 'Demo123');
    navigations = [];
  });

  it('logs out at the first poll after an hour without activity', async () => {
    const logouts = mockCall('user/logout', {});
    session.startPolling();
    clock.advance(60 * minute);
    expect(phase()).toBe('player');
    clock.advance(5_000);
    await waitForIdle();
    expect(logouts).toHaveLength(1);
    expect([phase(), navigations]).toEqual(['guest', ['/']]);
    expect(notifyEnd).toHaveBeenCalledWith('inactive');
  });

  it('measures inactivity from the last activity', async () => {
    session.startPolling();
    clock.advance(50 * minute);
    session.recordActivity();
    clock.advance(50 * minute);
    expect(phase()).toBe('player');
  });

  it('pings once when the expiration stamp has passed, and only while the page is visible', async () => {
    const pings = mockCall('system/ping', {});
    session.startPolling();
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
    session.startPolling();
    clock.advance(20_000);
    await waitForIdle();
    expect(phase()).toBe('guest');
    expect([stored.get('profile'), stored.get('session')]).toEqual([undefined, undefined]);
    expect(stored.get('auth')).toBeDefined();
  });
});
