import { beforeEach, expect, it } from 'vitest';
import { mockCall, mockError, mockNetworkError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { createSessionEnvironment } from '@/testing/sessionEnvironment';

const minute = 60_000;
const env = createSessionEnvironment();

beforeEach(async () => {
  mockCall('system/ping', {});
  await env.session.login('demo', 'Demo123');
  await env.session.startPolling();
  env.navigations = [];
});

it('polling logs out at the first poll after an hour without activity', async () => {
  const logouts = mockCall('user/logout', {});
  env.clock.advance(50 * minute);
  env.session.recordActivity();
  env.clock.advance(60 * minute);
  expect(env.session.state().phase).toBe('player');
  env.clock.advance(5_000);
  await waitForIdle();
  expect(logouts).toHaveLength(1);
  expect([env.session.state().phase, env.navigations]).toEqual(['guest', ['/']]);
  expect(env.notifyEnd).toHaveBeenCalledWith('inactive');
});

it.each([
  ['does not take the first movement after hours for presence', () => env.session.recordActivity()],
  [
    'logs out at the start of a page that was closed for hours',
    () => {
      env.reopen();
      return env.session.start();
    },
  ],
])('polling %s', async (_, comeBack) => {
  const logouts = mockCall('user/logout', {});
  env.clock.sleep(3 * 60 * minute);
  await comeBack();
  await waitForIdle();
  expect([env.session.state().phase, logouts.length]).toEqual(['guest', 1]);
  expect(env.navigations).toEqual(['/']);
  expect(env.notifyEnd).toHaveBeenCalledWith('inactive');
});

it('polling warns before the end, and only staying or play ends the warning', async () => {
  env.clock.advance(58 * minute);
  expect(env.session.warning.get()).toBe(env.clock.now() + 2 * minute);
  env.session.recordActivity('page');
  expect(env.session.warning.get()).toBeDefined();
  await waitForIdle();
  const pings = mockCall('system/ping', {});
  env.session.recordActivity('stay');
  await waitForIdle();
  expect([env.session.warning.get(), pings.length]).toEqual([undefined, 1]);
  env.clock.advance(58 * minute);
  expect(env.session.warning.get()).toBeDefined();
  env.session.recordActivity('game');
  expect(env.session.warning.get()).toBeUndefined();
  env.clock.advance(59 * minute);
  expect(env.session.state().phase).toBe('player');
});

it('polling counts rounds as presence, and keeps the session of the server alive', async () => {
  const pings = mockCall('system/ping', {});
  for (let i = 0; i < 120; i++) {
    env.clock.advance(minute);
    env.session.recordActivity('game');
  }
  await waitForIdle();
  expect([env.session.state().phase, env.session.warning.get()]).toEqual(['player', undefined]);
  expect(pings.length).toBeGreaterThanOrEqual(20);
  expect(pings.length).toBeLessThanOrEqual(26);
});

it('polling counts the focus of a game that reports nothing for a quarter of an hour', async () => {
  mockCall('user/logout', {});
  env.session.recordActivity();
  env.frameFocused = true;
  env.clock.advance(72 * minute);
  expect(env.session.warning.get()).toBeUndefined();
  env.clock.advance(2 * minute);
  expect(env.session.warning.get()).toBeDefined();
  env.clock.advance(2 * minute);
  await waitForIdle();
  expect(env.session.state().phase).toBe('guest');
});

it('polling ends an hour later when the clock of the device is set back', async () => {
  mockCall('user/logout', {});
  env.stored.set('userActivityStartTime', env.clock.now() + 600 * minute);
  env.clock.advance(61 * minute);
  await waitForIdle();
  expect(env.session.state().phase).toBe('guest');
  expect(env.notifyEnd).toHaveBeenCalledWith('inactive');
});

it('polling pings once when the expiration stamp has passed, and only while the page is visible', async () => {
  const pings = mockCall('system/ping', {});
  env.visible = false;
  env.clock.advance(20_000);
  expect(env.stored.get('expirationDate')).toBeDefined();
  env.visible = true;
  env.clock.advance(20_000);
  await waitForIdle();
  expect(pings).toHaveLength(1);
  expect(env.stored.get('expirationDate')).toBeUndefined();
});

it('polling ends the session when the ping returns false', async () => {
  mockError('system/ping');
  mockNetworkError('user/refresh');
  env.clock.advance(20_000);
  await waitForIdle();
  expect(env.session.state().phase).toBe('guest');
  expect([env.stored.get('profile'), env.stored.get('session')]).toEqual([undefined, undefined]);
  expect(env.stored.get('auth')).toBeDefined();
});
