import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bootstrap, setBootstrap } from '@/lib/bootstrap';
import { stored } from '@/lib/storage';
import { mockCall, mockError, renderPage } from '@/testing';
import { VirtualRoute } from './VirtualRoute';

const open = (path: string, player = false) =>
  renderPage(<VirtualRoute />, { path, namespaces: ['games'], player });

/** Posts a message of the game in the frame to the page. */
function postGameMessage(message: object) {
  const event = new MessageEvent('message', { data: { type: 'croupier:game', ...message } });
  const source = { value: new EventTarget() };
  Object.defineProperty(document.querySelector('iframe'), 'contentWindow', source);
  Object.defineProperty(event, 'source', source);
  act(() => void window.dispatchEvent(event));
}

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

  it('run the selected game in a frame for players', async () => {
    const requests = mockCall('virtualgames/init_game', { url: 'http://site.test/v' });
    const { user } = await open('/virtual', true);
    await waitFor(() => expect(document.querySelector('iframe')?.title).toBe('Golden Race'));
    await user.click(screen.getByRole('link', { name: 'Spaceman' }));
    await waitFor(() => expect(document.querySelector('iframe')?.title).toBe('Spaceman'));
    // The brand's configuration defines the provider of each game.
    expect(requests.map(({ data }) => [data.type, data.providerID])).toEqual([
      ['goldenrace', 16],
      ['spaceman', 7],
    ]);
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

  it('lead home after a failed start, with a message that stays and leads back', async () => {
    mockError('virtualgames/init_game', { code: 400, message: 'Oyun bakımda' });
    const { user, location } = await open('/sport', true);
    await waitFor(() => expect(location()).toBe('/'));
    expect(await screen.findByText('Oyun bakımda')).toBeInTheDocument();
    mockCall('virtualgames/init_game', { url: 'http://site.test/v' });
    await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
    expect(location()).toBe('/sport');
    expect(screen.queryByText('Oyun bakımda')).toBeNull();
  });

  it('report an unreachable provider with the site’s own message', async () => {
    mockError('virtualgames/init_game', { code: 500, message: 'Internal Server Error' });
    const { location } = await open('/virtual?game=zeplin', true);
    expect(await screen.findByText('Sağlayıcıya Ulaşılamıyor')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/'));
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

  it('restart a game whose session has ended', async () => {
    mockCall('virtualgames/init_game', { url: 'http://site.test/v' });
    const { user } = await open('/bingo', true);
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    postGameMessage({ event: 'error', error: 'no session' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Oyun oturumu sona erdi');
    const requests = mockCall('virtualgames/init_game', { url: 'http://site.test/w' });
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    await waitFor(() => expect(document.querySelector('iframe')?.src).toContain('/w'));
    expect(requests).toHaveLength(1);
  });

  it('are reported as missing if the brand does not have them', async () => {
    setBootstrap({ ...bootstrap(), features: { ...bootstrap().features, liveSport: false } });
    await open('/live-sport', true);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Bu bölüm burada yok' }),
    ).toBeInTheDocument();
  });
});
