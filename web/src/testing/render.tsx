import { Suspense, type ReactNode } from 'react';
import { render, screen, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { SWRConfig } from 'swr';
import { vi } from 'vitest';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { loadNamespace } from '@/lib/i18n/i18n';
import type { SessionEngine } from '@/lib/session/engine';
import { openSession } from '@/lib/session/site';
import { stored } from '@/lib/storage/stored';
import { clearPlayerCache } from '@/lib/swr/cache';
import { swrConfig } from '@/lib/swr/fetcher';
import { noLimits } from './brand';
import { mockByDefault, mockCall } from './server';

export interface RenderPageOptions {
  /** The initial path. Default: '/'. */
  path?: string;
  /** The route's pattern, for pages that read parameters. */
  pattern?: string;
  /** Translation namespaces to load before the first render. */
  namespaces?: string[];
  /** Signs a player in. */
  player?: boolean;
}

/** A rendered page. */
export interface Rendered extends RenderResult {
  user: UserEvent;
  session: SessionEngine;
  /** The current path with its query. */
  location(): string;
}

/** Returns the address of the link with an accessible name. */
export const hrefOf = (name: string | RegExp) =>
  screen.getByRole('link', { name }).getAttribute('href');

/** Stores the session and profile of a signed-in player. */
export function signIn(): void {
  const session = { uid: 'sealed-uid', sid: 'sealed-sid', uip: 'sealed-uip', gmt: '3', lang: 'tr' };
  stored.set('session', session);
  stored.set('profile', {
    uid: 'sealed-uid',
    username: 'demo',
    firstname: 'Deniz',
    lastname: 'Kaya',
  });
}

/** Mocks the calls of a signed-in player's startup. */
export function mockPlayerStart(): void {
  mockCall('finance/check_balance', [{ balance: 1234.5, bonus: 0, currency: 'TRY' }]);
  mockCall('user/get_user_profile');
  mockCall('user/sessions', []);
  mockCall('finance/list_cash_methods_new');
  mockCall('finance/list_highlighted_cash_methods');
  mockByDefault('casino/games_list', []);
  mockByDefault('livecasino/game_table_list', []);
  mockByDefault('limits/get', noLimits);
}

/** Sends every request, even if another test has just sent the same one. */
export const WithoutDeduping = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ ...swrConfig, dedupingInterval: 0 }}>{children}</SWRConfig>
);

/** Renders a page with router, session and cache, as the application does. */
export async function renderPage(
  page: ReactNode,
  { path = '/', pattern = '*', namespaces = [], player = false }: RenderPageOptions = {},
): Promise<Rendered> {
  await Promise.all(namespaces.map(loadNamespace));
  let current = '';
  const LocationReader = () => {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  };
  mockCall('maintenance/check_status', {}, { result: true });
  if (player) {
    signIn();
    mockPlayerStart();
  }
  const session = openSession({ home: '/', navigate: () => undefined });
  await session.start();
  const view = render(
    <WithoutDeduping>
      <MemoryRouter initialEntries={[path]}>
        <Suspense fallback={null}>
          <Routes>
            <Route path={pattern} element={page} />
            <Route path="*" element={null} />
          </Routes>
        </Suspense>
        <LocationReader />
      </MemoryRouter>
      <Toaster />
    </WithoutDeduping>,
  );
  // Without a delay, user-event does not wait for a timer after each key and click.
  return Object.assign(view, {
    user: userEvent.setup({ delay: null }),
    session,
    location: () => current,
  });
}

/** Removes every cached response. */
export function clearCache(): void {
  clearPlayerCache();
  // SWR's filters skip paged lists and keys that no component has used.
  const { cache } = SWRConfig.defaultValue;
  for (const key of [...cache.keys()]) cache.delete(key);
}

class Observer {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect = vi.fn();
  unobserve = vi.fn();
}

/** Reports every element as visible until `vi.unstubAllGlobals`. Tests have no layout. */
export const showEveryElement = () => void vi.stubGlobal('IntersectionObserver', Observer);
