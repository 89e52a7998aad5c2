import { delay, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockNetworkError, server } from '@/testing/server';
import { createSessionEnvironment, login, unloaded } from '@/testing/sessionEnvironment';

const env = createSessionEnvironment();

/** Advances the clock after the pending requests have been sent. */
async function waitForIdleOf(advance: () => void): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await new Promise((done) => setTimeout(done));
  advance();
}

beforeEach(async () => {
  await env.session.login('demo', 'Demo123');
  env.navigations = [];
});

it('logout clears stored values and player data and navigates home', async () => {
  mockCall('user/logout', {});
  await env.session.logout();
  expect([env.session.state().phase, env.navigations]).toEqual(['guest', ['/']]);
  expect(env.stored.get('auth')).toBeUndefined();
  expect(env.clearPlayerData).toHaveBeenCalled();
  expect(env.deleteDrafts).toHaveBeenCalledOnce();
});

it.each([
  ['the network', () => mockNetworkError('user/logout'), () => undefined],
  [
    'the module of the lock',
    () => (env.exclusive = () => Promise.reject(unloaded)),
    () => (env.exclusive = (task) => task()),
  ],
])(
  'logout happens here without %s too, and on the server once it can be reached',
  async (_, lose, restore) => {
    await env.session.startPolling();
    lose();
    await env.session.logout();
    expect([env.session.state().phase, env.navigations]).toEqual(['guest', ['/']]);
    expect(env.stored.get('logoutPending')).toBe(true);
    expect(env.notifyServerLogout.mock.calls).toEqual([['delayed']]);
    env.clock.advance(4_000);
    restore();
    const told = mockCall('user/logout', {});
    env.clock.advance(6_000);
    await waitForIdle();
    expect(told).toHaveLength(1);
    expect(env.stored.get('logoutPending')).toBeUndefined();
    expect(env.notifyServerLogout.mock.calls).toEqual([['delayed'], ['done']]);
  },
);

it('logout is repeated at once when the browser is online again', async () => {
  mockNetworkError('user/logout');
  await env.session.logout();
  const told = mockCall('user/logout', {});
  env.session.online();
  await waitForIdle();
  expect(told).toHaveLength(1);
});

it('logout of which the server does not know is told before anything is restored', async () => {
  mockNetworkError('user/logout');
  await env.session.logout();
  env.stored.set('profile', { uid: 'u', username: 'demo', firstname: '', lastname: '' });
  env.reopen();
  const told = mockCall('user/logout', {});
  await env.session.start();
  expect([env.session.state().phase, told.length]).toEqual(['guest', 1]);
  expect(env.stored.get('profile')).toBeUndefined();
});

it('logout of which the server does not know comes before a login', async () => {
  mockNetworkError('user/logout');
  await env.session.logout();
  const order: string[] = [];
  mockCall('user/logout', () => (order.push('logout'), {}));
  mockCall('user/login', () => (order.push('login'), login));
  await env.session.login('demo', 'Demo123');
  expect([order, env.session.state().phase]).toEqual([['logout', 'login'], 'player']);
});

it('logout ends an attempt that is not answered', async () => {
  server.use(http.post('*/endpoint/v1', () => delay('infinite')));
  const done = env.session.logout();
  expect(env.session.state().phase).toBe('guest');
  await waitForIdleOf(() => env.clock.advance(20_000));
  await done;
  expect(env.notifyServerLogout).toHaveBeenCalledWith('delayed');
});

it('logout keeps auth in the variant keep-auth', async () => {
  mockCall('user/logout', {});
  await env.session.logout('keep-auth');
  expect(env.stored.get('auth')?.username).toBe('demo');
  expect(env.stored.get('session')).toBeUndefined();
  mockCall('user/refresh', login);
  await expect(env.session.refresh()).resolves.toBe(true);
});
