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
const secret = { ...login, gasecret: '*'.repeat(16) };

let stored: StoredValues;
let clock: TestClock;
let hub: GatewayHub;
let session: SessionEngine;
let went: string[];
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
  });
  return createSession({
    call,
    hub,
    stored,
    clock,
    siteType,
    home: '/',
    language: () => 'tr',
    navigate: (to) => went.push(to),
    loadPlayer,
    clearPlayerData,
    deleteDrafts,
    notifyEnd,
    isVisible: () => visible,
  });
}

const phase = () => session.state().phase;

beforeEach(() => {
  stored = createStoredValues(localStorage);
  clock = testClock();
  hub = createGatewayHub();
  went = [];
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

  it('announces maintenance when the check says false', async () => {
    const told = vi.fn();
    hub.on('maintenance', told);
    mockError('maintenance/check_status', { message: 'This site is under maintenance' });
    await session.start();
    expect(told).toHaveBeenCalled();
  });

  it('takes no failure to answer for maintenance', async () => {
    const told = vi.fn();
    hub.on('maintenance', told);
    mockNetworkError('maintenance/check_status');
    await session.start();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('login', () => {
  it('keeps auth, profile, session, language, rid and the stamp of 15 s, and returns', async () => {
    stored.set('returnUrl', '/slot');
    await expect(session.login('demo', 'Demo123')).resolves.toBe('player');
    expect(stored.get('auth')).toMatchObject({ uid: 'u', sid: 's', uip: 'i', username: 'demo' });
    expect(stored.get('profile')?.username).toBe('demo');
    expect(stored.get('session')?.sid).toBe('s');
    expect(stored.get('language')).toBe('tr');
    expect(stored.get('ridValue')).toBe('20');
    expect(stored.get('expirationDate')).toBe(clock.now() + 15_000);
    expect(stored.get('returnUrl')).toBeUndefined();
    expect(went).toEqual(['/slot']);
  });

  it('waits for the code, sends it as the pending user, and completes', async () => {
    mockCall('user/login', secret);
    const asked = mockCall('user/check_ga', {}, { result: true });
    await expect(session.login('ikili', 'Demo123')).resolves.toBe('code');
    expect(stored.get('session')).toBeUndefined();
    await expect(session.confirmCode('123456')).resolves.toBe(true);
    expect(asked[0]?.data).toMatchObject({ ga_code: '123456', SiteType: 'desktop', Lang: 'tr' });
    expect(asked[0]?.user).toMatchObject({ uid: 'u', sid: 's' });
    expect(phase()).toBe('player');
  });

  it('keeps waiting after a wrong code', async () => {
    mockCall('user/login', secret);
    mockError('user/check_ga', { message: 'yanlış' });
    await session.login('ikili', 'Demo123');
    await expect(session.confirmCode('000000')).resolves.toBe(false);
    expect(phase()).toBe('code');
  });

  it('throws the failure and clears auth for wrong credentials', async () => {
    stored.set('auth', { ...login });
    mockError('user/login', { message: 'Giriş Başarısız', debug: 'login failed' });
    await expect(session.login('demo', 'x')).rejects.toMatchObject({ reason: 'login-failed' });
    expect(stored.get('auth')).toBeUndefined();
    expect(went).toEqual([]);
  });

  it('refreshes after any other failure when auth is stored, then throws it', async () => {
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
    went = [];
  });

  it('clears, forgets the player and goes home', async () => {
    mockCall('user/logout', {});
    await session.logout();
    expect([phase(), went, stored.get('auth')]).toEqual(['guest', ['/'], undefined]);
    expect(clearPlayerData).toHaveBeenCalled();
    expect(deleteDrafts).toHaveBeenCalledOnce();
  });

  it('stays a player when the network did not carry it', async () => {
    mockNetworkError('user/logout');
    await session.logout();
    expect(phase()).toBe('player');
  });

  it('keeps auth in the second variant', async () => {
    mockCall('user/logout', {});
    await session.logout('keep-auth');
    expect([stored.get('auth')?.username, stored.get('session')]).toEqual(['demo', undefined]);
  });
});

describe('the clock', () => {
  beforeEach(async () => {
    mockCall('system/ping', {});
    await session.login('demo', 'Demo123');
    went = [];
  });

  it('logs out at the first poll after an hour without a sign of life', async () => {
    const left = mockCall('user/logout', {});
    session.startPolling();
    clock.advance(60 * minute);
    expect(phase()).toBe('player');
    clock.advance(5_000);
    await waitForIdle();
    expect(left).toHaveLength(1);
    expect([phase(), went]).toEqual(['guest', ['/']]);
    expect(notifyEnd).toHaveBeenCalledWith('inactive');
  });

  it('counts from the last sign of life', async () => {
    session.startPolling();
    clock.advance(50 * minute);
    session.recordActivity();
    clock.advance(50 * minute);
    expect(phase()).toBe('player');
  });

  it('pings once when the stamp has passed, and only while somebody looks', async () => {
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

  it('ends the session when the ping says false', async () => {
    mockError('system/ping');
    session.startPolling();
    clock.advance(20_000);
    await waitForIdle();
    expect(phase()).toBe('guest');
    expect([stored.get('profile'), stored.get('session')]).toEqual([undefined, undefined]);
    expect(stored.get('auth')).toBeDefined();
  });
});
