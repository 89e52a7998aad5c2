import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { Toaster } from '@/components/ui';
import { call, gatewayHub } from '@/lib/gateway';
import { maintenance } from '@/lib/maintenance';
import { openSession, type SessionEngine } from '@/lib/session';
import { stored } from '@/lib/storage';
import { mockCall, mockError, mockPlayerStart, signIn } from '@/testing';
import { startGatewayToasts } from './gatewayToasts';
import { MaintenanceGate, RequireSession } from './guards';
import { navigateTo } from './navigateTo';
import { paths } from '@/lib/paths';
import { NotFoundScreen } from './screens/NotFoundScreen';
import { SessionBridge } from './SessionBridge';

let session: SessionEngine;

function Where() {
  const { pathname } = useLocation();
  return <p data-testid="where">{pathname}</p>;
}

/** The router's skeleton with pages of one word. */
function site(at: string) {
  return render(
    <>
      <MemoryRouter initialEntries={[at]}>
        <SessionBridge />
        <Where />
        <Routes>
          <Route
            path={paths.home.pattern}
            element={<Link to={paths.tickets.to()}>Biletler</Link>}
          />
          <Route path={paths.login.pattern} element={<p>Giriş sayfası</p>} />
          <Route path={paths.maintenance.pattern} element={<p>Bakım</p>} />
          <Route
            element={
              <MaintenanceGate>
                <RequireSession />
              </MaintenanceGate>
            }
          >
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
  maintenance.clear();
  mockCall('maintenance/check_status', {}, { result: true });
  session = openSession({ home: paths.home.to(), navigate: navigateTo });
  return startGatewayToasts();
});

describe('a page that needs login (spec §2)', () => {
  it('redirects a guest to the login and stores the requested path', async () => {
    await session.start();
    site('/tickets?q=abc');
    await screen.findByText('Giriş sayfası');
    expect(stored.get('returnUrl')).toBe('/tickets?q=abc');
  });

  it('is rendered for a player', async () => {
    signIn();
    mockPlayerStart();
    await session.start();
    site('/tickets');
    expect(await screen.findByText('Biletlerim')).toBeVisible();
  });

  it('is returned to after the login', async () => {
    await session.start();
    site('/tickets');
    await screen.findByText('Giriş sayfası');
    mockCall('user/login');
    mockPlayerStart();
    await act(() => session.login('demo', 'Demo123'));
    expect(await screen.findByText('Biletlerim')).toBeVisible();
    expect(stored.get('returnUrl')).toBeUndefined();
  });

  it('restores the session from stored auth first', async () => {
    signIn();
    mockPlayerStart();
    await session.start();
    stored.set('auth', {
      uid: 'u',
      sid: 's',
      uip: 'i',
      username: 'demo',
      rid: 1,
      language: 'tr',
      lastlogin: null,
      gasecret: '',
    });
    site('/tickets');
    await screen.findByText('Biletlerim');
    const asked = mockCall('user/refresh');
    act(() =>
      gatewayHub.emit('session-ended', {
        epoch: session.epoch(),
        auth: false,
        unauthorized: false,
      }),
    );
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await screen.findByText('Biletlerim')).toBeVisible();
  });

  it('is left for the lobby after a logout', async () => {
    signIn();
    mockPlayerStart();
    await session.start();
    site('/tickets');
    await screen.findByText('Biletlerim');
    mockCall('user/logout', {});
    await act(() => session.logout());
    await waitFor(() => expect(where()).toBe('/'));
    expect(stored.get('returnUrl')).toBeUndefined();
    await userEvent.click(screen.getByRole('link', { name: 'Biletler' }));
    expect(await screen.findByText('Giriş sayfası')).toBeVisible();
  });
});

describe('maintenance (spec §4)', () => {
  it('redirects when a call reports it, shows a toast and stores the flag', async () => {
    signIn();
    mockPlayerStart();
    await session.start();
    site('/tickets');
    await screen.findByText('Biletlerim');
    mockError('system/ping', {
      status: 503,
      debug: 'maintenance',
      message: 'This site is under maintenance',
    });
    await act(() => call('system/ping').catch(() => undefined));
    expect(await screen.findByText('Bakım')).toBeVisible();
    expect(screen.getByText('Site Bakima Alindi')).toBeInTheDocument();
    expect(localStorage.getItem('siteUnderMaintenance')).toBe('true');
  });
});

describe('failures (spec §8)', () => {
  it('are shown in a toast with the request id', async () => {
    site('/');
    mockError('user/favorites', { message: 'Favori eklenemedi' });
    await act(() =>
      call('user/favorites', { mode: 'insert', type: 'casino', id: 1 }).catch(() => undefined),
    );
    expect(await screen.findByText('Favori eklenemedi')).toBeInTheDocument();
    expect(screen.getByText('test-request')).toBeInTheDocument();
  });
});

it('an unknown path shows the not-found screen with a link home', () => {
  site('/no/such/page');
  expect(screen.getByRole('heading', { name: 'Sayfa bulunamadı' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lobiye dön' })).toHaveAttribute('href', '/');
});
