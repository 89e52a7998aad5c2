import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render';
import { exampleOf, mockCall, mockError } from '@/testing/server';
import { loadNamespace } from '@/lib/i18n/i18n';
import { saveReminders } from '@/lib/reminders/reminders';
import { stored } from '@/lib/storage/stored';
import { SessionReminder } from './Reminders';

it('goes on after a silent renewal of the session, and begins again after a logout', async () => {
  saveReminders({ session: 30 });
  await loadNamespace('reminders');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { session } = await renderPage(<SessionReminder />, { player: true });
  const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
  await pass(29);
  const login = { ...exampleOf('user/login'), username: 'demo', gasecret: '' };
  stored.set('auth', login);
  mockCall('user/refresh', { ...login, uid: 'sealed-anew' });
  mockError('system/ping', { status: 403, debug: 'anonymous user' });
  await act(() => session.verify());
  await vi.waitFor(() =>
    expect(session.state()).toMatchObject({ profile: { uid: 'sealed-anew' } }),
  );
  await pass(2);
  expect(screen.getByRole('dialog')).toBeVisible();
  mockCall('user/logout');
  await act(() => session.logout());
  expect(sessionStorage).toHaveLength(0);
});
