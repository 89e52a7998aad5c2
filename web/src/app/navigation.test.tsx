import { Suspense } from 'react';
import { render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from '@/lib/chunks/lateChunk';
import { gatewayHub } from '@/lib/gateway/site';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { lazyRoute } from './lazyRoute';
import { RouteAnnouncer } from './RouteAnnouncer';
import { usePageReturn } from './Connection';
import { goesToTop, keepsScroll } from './useScrollRules';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

describe('a navigation', () => {
  function Page({ title, to }: { title: string; to: string }) {
    usePageTitle(title);
    const navigate = useNavigate();
    return (
      <>
        <Link to={to}>{title}</Link>
        <button onClick={() => void navigate(-1)}>Geri</button>
      </>
    );
  }

  beforeEach(() => {
    render(
      <MemoryRouter initialEntries={['/slot']}>
        <RouteAnnouncer />
        <Link to="/promotions">Kampanyalar</Link>
        <main id="main" tabIndex={-1}>
          <Routes>
            <Route path="/slot" element={<Page key="slot" title="Slotlar" to="/live" />} />
            <Route path="/live" element={<Page key="live" title="Canlı" to="/slot" />} />
            <Route path="/promotions" element={<Page title="Promosyonlar" to="/slot" />} />
          </Routes>
        </main>
      </MemoryRouter>,
    );
  });

  it('announces the title of each page but the first, moves a removed focus to the page and keeps it on a link that stays', async () => {
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await userEvent.click(screen.getByRole('link', { name: 'Slotlar' }));
    expect(screen.getByRole('status')).toHaveTextContent(/^Canlı · /);
    expect(screen.getByRole('main')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Geri' }));
    expect(screen.getByRole('status')).toHaveTextContent(/^Slotlar · /);
    expect(screen.getByRole('main')).toHaveFocus();
    const staying = screen.getByRole('link', { name: 'Kampanyalar' });
    await userEvent.click(staying);
    expect(await screen.findByRole('link', { name: 'Promosyonlar' })).toBeVisible();
    expect(staying).toHaveFocus();
  });
});

describe('the scroll position on navigation', () => {
  it.each([
    ['is kept between categories', '/slot/category/27', '/slot/category/58', true],
    ['is kept from the list to a category', '/slot', '/slot/provider/3', true],
    ['is reset from a category to the list', '/slot/category/27', '/slot', false],
    ['is reset between slots and live', '/slot/category/27', '/live/category/1', false],
    ['is reset between other pages', '/', '/promotions', false],
    ['is reset between pages with a common prefix', '/slots-news/1', '/slot/category/27', false],
  ])('%s', (_, from, to, expected) => {
    expect(keepsScroll(from, to)).toBe(expected);
  });

  const methods = { pathname: '/profile/deposit', search: '' };
  const one = { ...methods, search: '?method=12' };
  const slots = { pathname: '/slot/category/27', search: '' };

  it.each([
    ['the top for another page', slots, methods, 'PUSH', true],
    ['the top for another part of a page that its query selects', methods, one, 'PUSH', true],
    ['not the top for a filter that replaces the query', methods, one, 'REPLACE', false],
    ['not the top between filters of a list', slots, { ...slots, search: '?p=3' }, 'PUSH', false],
  ] as const)('is %s', (_, from, to, kind, expected) => {
    expect(goesToTop(from, to, kind)).toBe(expected);
  });
});

describe('a lazy page', () => {
  const Route = () => <p>Biletler</p>;
  const broken = () => Promise.reject(new Error('chunk not found'));

  /** Preloads a page and renders it. */
  async function open(load: () => Promise<{ Route: typeof Route }>) {
    const Page = lazyRoute('tickets', load);
    await Page.preload();
    expect(reload).not.toHaveBeenCalled();
    render(
      <Suspense>
        <Page />
      </Suspense>,
    );
  }

  it.each([
    ['is fetched once by preload and render', 0, 1],
    ['whose fetch fails is fetched again when it is rendered, without a reload', 1, 2],
  ])('%s', async (_, failures, times) => {
    const load = vi.fn(() => Promise.resolve({ Route }));
    if (failures > 0) load.mockImplementationOnce(broken);
    await open(load);
    expect(await screen.findByText('Biletler')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(times);
    expect(reload).not.toHaveBeenCalled();
  });

  it('whose fetch fails reloads the page when it is wanted', async () => {
    await open(broken);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('without its chunk reloads the page once', () => {
    const error = new Error('chunk not found');
    void reloadOnce(error);
    expect(reload).toHaveBeenCalledOnce();
    expect(() => reloadOnce(error)).toThrow(error);
    expect(reload).toHaveBeenCalledOnce();
  });
});

it('a visitor whose country is refused gets the notice of the server, not a loop', async () => {
  renderHook(usePageReturn);
  gatewayHub.emit('region-blocked', undefined);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  gatewayHub.emit('region-blocked', undefined);
  await Promise.resolve();
  expect(reload).toHaveBeenCalledOnce();
});
