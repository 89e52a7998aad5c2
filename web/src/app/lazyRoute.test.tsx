import { Suspense } from 'react';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyRoute } from './lazyRoute';
import { reloadOnce } from '@/lib/chunks/staleChunk';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

describe('a lazy page', () => {
  it('is fetched once by preload and render', async () => {
    const load = vi.fn(() => Promise.resolve({ TicketsRoute: () => <p>Biletler</p> }));
    const Page = lazyRoute('tickets', load);
    await Page.preload();
    render(
      <Suspense>
        <Page />
      </Suspense>,
    );
    expect(await screen.findByText('Biletler')).toBeVisible();
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('a page whose fetch fails', () => {
  const Route = () => <p>Biletler</p>;

  it('is fetched again when it is rendered, and never reloads the page before', async () => {
    const load = vi.fn(() => Promise.resolve({ Route }));
    load.mockRejectedValueOnce(new Error('chunk not found'));
    const Page = lazyRoute('tickets', load);
    await Page.preload();
    expect(reload).not.toHaveBeenCalled();
    render(
      <Suspense>
        <Page />
      </Suspense>,
    );
    expect(await screen.findByText('Biletler')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page when it is wanted', async () => {
    const Page = lazyRoute('tickets', () => Promise.reject(new Error('chunk not found')));
    await Page.preload();
    render(
      <Suspense fallback="…">
        <Page />
      </Suspense>,
    );
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

describe('a missing chunk', () => {
  it('reloads the page once', () => {
    const error = new Error('chunk not found');
    void reloadOnce(error);
    expect(reload).toHaveBeenCalledOnce();
    expect(() => reloadOnce(error)).toThrow(error);
    expect(reload).toHaveBeenCalledOnce();
  });
});
