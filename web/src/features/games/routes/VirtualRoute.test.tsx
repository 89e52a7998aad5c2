import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bootstrap, setBootstrap } from '@/lib/bootstrap';
import { stored } from '@/lib/storage';
import { mockCall, renderPage } from '@/testing';
import { VirtualRoute } from './VirtualRoute';

const open = (path: string, player = false) =>
  renderPage(<VirtualRoute />, { path, namespaces: ['games'], player });

beforeEach(() => {
  mockCall('virtualgames/preview', []);
});

describe('the virtual games pages', () => {
  it('invite visitors and store the return address', async () => {
    const { user } = await open('/bingo');
    expect(screen.getByRole('heading', { name: 'Sesli bingo' })).toBeInTheDocument();
    const login = screen.getByRole('link', { name: 'Giriş yap ve oyna' });
    expect(login).toHaveAttribute('href', '/login');
    await user.click(login);
    expect(stored.get('returnUrl')).toBe('/bingo');
  });

  it('show games with a provider of the brand only', async () => {
    setBootstrap({ ...bootstrap(), virtualGames: { zeplin: 7, soundbingo: 4 } });
    const { unmount } = await open('/virtual');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Zeplin' })).toBeInTheDocument();
    unmount();
    await open('/sport');
    expect(
      screen.getByRole('heading', { level: 1, name: 'Bu bölüm burada yok' }),
    ).toBeInTheDocument();
  });

  it('show guests what comes next, and no more than the platform tells', async () => {
    const requests = mockCall('virtualgames/preview', [
      {
        title: 'Adana Kartal – Bursa Deniz',
        at: '2030-01-01 20:00:00',
        items: [{ name: '1', odds: 1.85 }, { name: 'X' }],
      },
    ]);
    await open('/sport');
    const list = await screen.findByRole('list', { name: 'Spor bahisleri: sıradakiler' });
    expect(within(list).getByText('Adana Kartal – Bursa Deniz')).toBeInTheDocument();
    expect(within(list).getByText('1,85')).toBeInTheDocument();
    expect(within(list).getByText('–')).toBeInTheDocument();
    expect(requests[0]?.data.type).toBe('sport');
    expect(screen.queryByText(/giriş yaptığınızda/)).toBeNull();
  });

  it('say so where the platform has no preview, and ask for none', async () => {
    setBootstrap({ ...bootstrap(), unsupported: ['virtualgames/preview'] });
    await open('/sport');
    expect(screen.getByText('Program ve oranlar, giriş yaptığınızda burada.')).toBeInTheDocument();
    setBootstrap({ ...bootstrap(), unsupported: [] });
  });

  it('are reported as missing if the brand does not have them', async () => {
    setBootstrap({ ...bootstrap(), features: { ...bootstrap().features, liveSport: false } });
    await open('/live-sport', true);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Bu bölüm burada yok' }),
    ).toBeInTheDocument();
  });
});
