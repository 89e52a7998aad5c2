import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mockCall, mockError, mockNetworkError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import {
  createSessionEnvironment,
  login,
  loginWithSecret,
  unloaded,
} from '@/testing/sessionEnvironment';

const minute = 60_000;
const env = createSessionEnvironment();

describe('startup', () => {
  it('restores a stored session and loads the player', async () => {
    env.stored.set('session', { uid: 'u', sid: 's', uip: 'i', gmt: '3', lang: 'tr' });
    env.stored.set('profile', { uid: 'u', username: 'demo', firstname: '', lastname: '' });
    await env.session.start();
    expect(env.session.state().phase).toBe('player');
    expect(env.loadPlayer).toHaveBeenCalledOnce();
  });

  it('refreshes when only auth is stored', async () => {
    env.stored.set('auth', { ...login });
    mockCall('user/refresh', login);
    await env.session.start();
    expect(env.session.state().phase).toBe('player');
    expect(env.stored.get('session')).toMatchObject({ uid: 'u', sid: 's', gmt: '3', lang: 'tr' });
  });

  it('clears everything when the refresh is refused', async () => {
    env.stored.set('auth', { ...login });
    mockError('user/refresh', { status: 403, debug: 'anonymous user' });
    await env.session.start();
    expect(env.session.state().phase).toBe('guest');
    expect(env.stored.get('auth')).toBeUndefined();
  });

  it('restores nothing when a module that the refresh needs cannot be loaded, until it is asked to', async () => {
    env.stored.set('auth', { ...login });
    env.exclusive = () => Promise.reject(unloaded);
    await env.session.start();
    expect(env.session.state().phase).toBe('guest');
    expect(env.stored.get('auth')?.username).toBe('demo');
    env.exclusive = (task) => task();
    mockCall('user/refresh', login);
    await expect(env.session.refresh()).resolves.toBe(true);
  });

  it('refreshes once the browser is online, when the network was lost', async () => {
    env.stored.set('auth', { ...login });
    mockNetworkError('user/refresh');
    await env.session.start();
    expect(env.session.state().phase).toBe('guest');
    const asked = mockCall('user/refresh', login);
    env.session.online();
    await vi.waitFor(() => expect(env.session.state().phase).toBe('player'));
    expect(asked).toHaveLength(1);
  });

  it('refreshes nothing online for a guest, a player, or during a logout that is pending', async () => {
    const asked = mockCall('user/refresh', login);
    mockNetworkError('user/logout');
    await env.session.start();
    env.session.online();
    await env.session.login('demo', 'Demo123');
    env.session.online();
    await env.session.logout('keep-auth');
    env.session.online();
    await waitForIdle();
    expect([asked.length, env.session.state().phase]).toEqual([0, 'guest']);
  });

  it.each([
    ['returns false', () => mockError('maintenance/check_status', { message: 'maintenance' }), 1],
    ['fails with a network error', () => mockNetworkError('maintenance/check_status'), 0],
  ])('when the check of maintenance %s reports it %3$s times', async (_, mock, times) => {
    const onMaintenance = vi.fn();
    env.hub.on('maintenance', onMaintenance);
    mock();
    await env.session.start();
    expect(onMaintenance).toHaveBeenCalledTimes(times);
  });
});

describe('login', () => {
  it('stores auth, profile, session, language, rid and the expiration stamp of 15 s, and returns', async () => {
    env.stored.set('returnUrl', '/slot');
    await expect(env.session.login('demo', 'Demo123')).resolves.toBe('player');
    const { uid, sid, uip, username } = login;
    expect(env.stored.get('auth')).toMatchObject({ uid, sid, uip, username });
    expect(env.stored.get('profile')?.username).toBe('demo');
    expect(env.stored.get('session')?.sid).toBe('s');
    expect(env.stored.get('language')).toBe('tr');
    expect(env.stored.get('ridValue')).toBe('20');
    expect(env.stored.get('expirationDate')).toBe(env.clock.now() + 15_000);
    expect(env.stored.get('returnUrl')).toBeUndefined();
    expect(env.navigations).toEqual(['/slot']);
  });

  it('waits for the code, sends it as the pending user, and completes', async () => {
    mockCall('user/login', loginWithSecret);
    const requests = mockCall('user/check_ga', {}, { result: true });
    await expect(env.session.login('ikili', 'Demo123')).resolves.toBe('code');
    expect(env.stored.get('session')).toBeUndefined();
    await expect(env.session.confirmCode('123456')).resolves.toBe(true);
    expect(requests[0]?.data).toMatchObject({ ga_code: '123456', SiteType: 'desktop', Lang: 'tr' });
    expect(requests[0]?.user).toMatchObject({ uid: 'u', sid: 's' });
    expect(env.session.state().phase).toBe('player');
  });

  it('rejects and clears auth for wrong credentials', async () => {
    env.stored.set('auth', { ...login });
    mockError('user/login', { message: 'Giriş Başarısız', debug: 'login failed' });
    await expect(env.session.login('demo', 'x')).rejects.toMatchObject({ reason: 'login-failed' });
    expect(env.stored.get('auth')).toBeUndefined();
    expect(env.navigations).toEqual([]);
  });

  it('refreshes after any other failure when auth is stored, then rejects', async () => {
    env.stored.set('auth', { ...login });
    mockError('user/login', { message: 'Bir hata' });
    mockCall('user/refresh', login);
    await expect(env.session.login('demo', 'x')).rejects.toMatchObject({ reason: 'refused' });
    expect(env.session.state().phase).toBe('player');
  });
});

describe('an ended session', () => {
  const expire = () =>
    env.hub.emit('session-ended', { epoch: env.session.epoch(), auth: false, unauthorized: false });

  beforeEach(async () => {
    await env.session.login('demo', 'Demo123');
    env.navigations = [];
  });

  it('is restored every time, but not at once after it was restored', async () => {
    const asked = mockCall('user/refresh', login);
    for (let times = 1; times <= 3; times++) {
      env.clock.advance(minute);
      expire();
      await vi.waitFor(() => expect(env.session.state().phase).toBe('player'));
      expect(asked).toHaveLength(times);
    }
    expire();
    expect(env.session.state().phase).toBe('guest');
    expect(env.notifyEnd.mock.calls).toEqual([['session']]);
    await env.session.refresh();
    expect([env.session.state().phase, asked.length]).toEqual(['guest', 3]);
  });
});
