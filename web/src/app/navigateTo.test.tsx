import { render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Toaster } from '@/components/ui';
import { paths } from '@/lib/paths';
import { openSession } from '@/lib/session';
import { stored } from '@/lib/storage';
import { mockCall, signIn } from '@/testing';
import { isProtectedPage, navigateTo } from './navigateTo';
import { SessionBridge } from './SessionBridge';

const hour = 3_600_000;

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}

it('a page that is opened after hours shows the home page, and why the session has ended', async () => {
  // A page that is loaded anew has no toasts.
  const load = vi.spyOn(location, 'assign');
  history.replaceState(null, '', paths.profile.to());
  signIn();
  stored.set('userActivityStartTime', Date.now() - 3 * hour);
  mockCall('maintenance/check_status', {}, { result: true });
  mockCall('user/logout', {});
  const session = openSession({ home: paths.home.to(), navigate: navigateTo, isProtectedPage });
  const started = session.start();
  render(
    <>
      <BrowserRouter>
        <SessionBridge />
        <Where />
      </BrowserRouter>
      <Toaster />
    </>,
  );
  expect(screen.getByTestId('where')).toHaveTextContent(/^\/$/);
  expect(location.pathname).toBe(paths.home.to());
  expect(
    await screen.findByText('Uzun süre işlem yapılmadığı için oturumunuz kapatıldı.'),
  ).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  await started;
});
