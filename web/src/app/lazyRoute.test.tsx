import { Suspense } from 'react';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyRoute } from './lazyRoute';
import { reloadOnce } from './staleChunk';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

describe('a lazy page', () => {
  it('is fetched once, whoever asks first', async () => {
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

describe('a chunk that is gone', () => {
  it('loads the page anew, once', () => {
    const gone = new Error('gone');
    void reloadOnce(gone);
    expect(reload).toHaveBeenCalledOnce();
    expect(() => reloadOnce(gone)).toThrow(gone);
    expect(reload).toHaveBeenCalledOnce();
  });
});
