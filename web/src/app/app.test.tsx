import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { call } from '@/lib/gateway/site';
import { paths } from '@/lib/paths/paths';
import type { SessionEngine } from '@/lib/session/engine';
import { openSession } from '@/lib/session/site';
import { stored } from '@/lib/storage/stored';
import { withoutCalls } from '@/testing/brand';
import { mockPlayerStart, signIn } from '@/testing/render';
import { mockFrameData, mockCall, mockError } from '@/testing/server';
import { startGatewayToasts } from './gatewayToasts';
import { MaintenanceGate, RequireSession } from './guards';
import { isProtectedPage, navigateTo, setNavigator } from './navigateTo';
import { NotFoundScreen, SiteRoutes } from './SiteRoutes';
import { SessionBridge } from './SessionBridge';

let session: SessionEngine;

function Where() {
  const { pathname } = useLocation();
  return <p data-testid="where">{pathname}</p>;
}

/** The router's skeleton with pages of one word. */
function site(at: string) {
  const guarded = (
    <MaintenanceGate>
      <RequireSession />
    </MaintenanceGate>
  );
  return render(
    <>
      <MemoryRouter initialEntries={[at]}>
        <SessionBridge />
        <Where />
        <Routes>
          <Route path={paths.home.pattern} element={null} />
          <Route path={paths.login.pattern} element={<p>Giriş sayfası</p>} />
          <Route path={paths.maintenance.pattern} element={<p>Bakım</p>} />
          <Route element={guarded}>
            <Route path={paths.tickets.pattern} element={<p>Biletlerim</p>} />
          </Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Routes>
      </MemoryRouter>
      <Toaster />
    </>,
  );
}

const where = () => screen.getByTestId('where').textContent;

beforeEach(() => {
  mockCall('maintenance/check_status', {}, { result: true });
  session = openSession({ home: paths.home.to(), navigate: navigateTo });
  return startGatewayToasts();
});

/** Opens the tickets as a player. */
async function openTickets() {
  signIn();
  mockPlayerStart();
  await session.start();
  site('/tickets');
  expect(await screen.findByText('Biletlerim')).toBeVisible();
}

describe('a page that needs login', () => {
  it('redirects a guest to the login, which returns to the requested path', async () => {
    await session.start();
    site('/tickets?q=abc');
    await screen.findByText('Giriş sayfası');
    expect(stored.get('returnUrl')).toBe('/tickets?q=abc');
    mockCall('user/login');
    mockPlayerStart();
    await act(() => session.login('demo', 'Demo123'));
    expect(await screen.findByText('Biletlerim')).toBeVisible();
    expect(stored.get('returnUrl')).toBeUndefined();
  });

  it.each([
    ['/', false],
    ['/promotions?amount=500', false],
    ['/profile/transactions', true],
    ['/promotions?deposit=31&amount=500', true],
    ['/?deposit=', true],
  ])('is recognised by its address %s: %s', (address, expected) => {
    history.replaceState(null, '', address);
    expect(isProtectedPage()).toBe(expected);
  });

  it('that is opened after hours shows the home page, and why the session has ended', async () => {
    // A reloaded page has no router yet.
    setNavigator((to) => history.replaceState(null, '', to));
    const load = vi.spyOn(location, 'assign');
    history.replaceState(null, '', paths.profile.to());
    signIn();
    stored.set('userActivityStartTime', Date.now() - 3 * 3_600_000);
    mockCall('user/logout', {});
    session = openSession({ home: paths.home.to(), navigate: navigateTo, isProtectedPage });
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
    expect(where()).toBe('/');
    expect(location.pathname).toBe(paths.home.to());
    const text = 'Uzun süre işlem yapılmadığı için oturumunuz kapatıldı.';
    expect(await screen.findByText(text)).toBeVisible();
    expect(load).not.toHaveBeenCalled();
    await started;
  });
});

it('maintenance redirects when a call reports it, shows a toast and stores the flag', async () => {
  await openTickets();
  const message = 'This site is under maintenance';
  mockError('system/ping', { status: 503, debug: 'maintenance', message });
  await act(() => call('system/ping').catch(() => undefined));
  expect(await screen.findByText('Bakım')).toBeVisible();
  expect(screen.getByText('Site Bakima Alindi')).toBeInTheDocument();
  expect(localStorage.getItem('siteUnderMaintenance')).toBe('true');
});

it('failures are shown in a toast with the request id', async () => {
  site('/');
  mockError('user/favorites', { message: 'Favori eklenemedi' });
  const insert = { mode: 'insert', type: 'casino', id: 1 } as const;
  await act(() => call('user/favorites', insert).catch(() => undefined));
  expect(await screen.findByText('Favori eklenemedi')).toBeInTheDocument();
  expect(screen.getByText('test-request')).toBeInTheDocument();
});

it('an unknown path shows the not-found screen with a link home', () => {
  site('/no/such/page');
  expect(screen.getByRole('heading', { name: 'Sayfa bulunamadı' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lobiye dön' })).toHaveAttribute('href', '/');
});

describe('the routes of the site', () => {
  const open = async (address: string) => {
    mockFrameData();
    await session.start();
    render(
      <MemoryRouter initialEntries={[address]}>
        <SiteRoutes />
      </MemoryRouter>,
    );
  };

  it('show the page of an address', async () => {
    await open('/login');
    expect(await screen.findByLabelText('Kullanıcı adı')).toBeInTheDocument();
    expect(screen.queryByText('404')).toBeNull();
  });

  it.each([
    '/play/xyz/1',
    '/play/slot/0',
    '/play/slot/a!b',
    '/play/live/a!b/real',
    '/slot/category/0',
    '/live/provider/a!b',
    '/promotions/0',
    '/tournaments/a!b',
    '/info/toString',
    '/profile/history/nothing',
  ])(
    'have no page at %s, which neither asks guests to log in nor the platform',
    async (address) => {
      await open(address);
      expect(await screen.findByText('404')).toBeVisible();
    },
  );

  it('have no page whose call the platform does not have', async () => {
    withoutCalls('user/forgot');
    await open('/forgot-password');
    expect(await screen.findByText('404')).toBeInTheDocument();
  });
});
