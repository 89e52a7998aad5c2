import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { loadNamespace } from '@/lib/i18n/i18n';
import { mockRoute } from '@/testing/server';
import { login, startLogin } from '../api/login';
import { LoginGate } from '../components/ConsoleFrame';
import { LoginDialog } from '../components/Login';
import { brand, me, playerDetail, playerLimits, type Schemas } from './fixtures';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request to the staff API as the server received it. */
export interface StaffRequest {
  body: unknown;
  headers: Headers;
  url: URL;
}

/** Mocks a route below /staff/v1. Returns the list of its requests, which grows as they arrive. */
export function mockStaff(
  route: `${Method} /${string}`,
  respond: (request: StaffRequest) => unknown,
): StaffRequest[] {
  const log: StaffRequest[] = [];
  const [method = '', path = ''] = route.split(' ');
  mockRoute(`${method} /staff/v1${path}`, async (request) => {
    const text = await request.text();
    const received = {
      body: text ? (JSON.parse(text) as unknown) : undefined,
      headers: request.headers,
      url: new URL(request.url),
    };
    log.push(received);
    return respond(received);
  });
  return log;
}

/** Mocks the reads of a player's page. */
export function mockPlayer(
  player: Schemas['PlayerDetail'] = playerDetail,
  limits: () => Schemas['PlayerLimits'] = () => playerLimits,
): void {
  mockStaff('GET /players/marmara/7', () => player);
  mockStaff('GET /players/marmara/7/limits', limits);
  mockStaff('GET /requests', () => []);
  mockStaff('GET /locks', () => []);
  mockStaff('GET /brands', () => [brand('marmara')]);
}

/** A refusal of the staff API. */
export const refusal = (status: number, error: string, headers: Record<string, string> = {}) =>
  HttpResponse.json({ error, message: `refused: ${error}` }, { status, headers });

export interface RenderConsoleOptions {
  path?: string;
  pattern?: string;
  /** The logged-in account, null for no login, or another response to GET /me. */
  as?: Schemas['Me'] | Response | null;
  /** The response to GET /login. */
  loginOptions?: { company: boolean; local: boolean; message?: string };
}

/** Renders a page of the staff console inside its login. */
export async function renderConsole(
  page: ReactNode,
  {
    path = '/',
    pattern = '*',
    as = me(),
    loginOptions = { company: false, local: true },
  }: RenderConsoleOptions = {},
) {
  await Promise.all(['staff', 'staffPages', 'staffStudio'].map(loadNamespace));
  mockStaff('GET /me', () => as ?? refusal(401, 'login required'));
  mockStaff('GET /login', () => loginOptions);
  login.set({ phase: 'starting' });
  await startLogin();
  let current = '';
  const LocationReader = () => {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  };
  const view = render(
    <>
      <MemoryRouter initialEntries={[path]}>
        <LoginGate>
          <Suspense fallback={null}>
            <Routes>
              <Route path={pattern} element={page} />
              <Route path="*" element={null} />
            </Routes>
          </Suspense>
          <LoginDialog />
        </LoginGate>
        <LocationReader />
      </MemoryRouter>
      <Toaster />
    </>,
  );
  return { ...view, user: userEvent.setup({ delay: null }), location: () => current };
}
