import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

  it('report a failed start and retry', async () => {
    mockError('virtualgames/init_game', { code: 400, message: 'Oyun bakımda' });
    const { user } = await open('/sport', true);
    expect(await screen.findByRole('alert')).toHaveTextContent('Oyun bakımda');
    mockCall('virtualgames/init_game', { url: 'http://site.test/v' });
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
  });

  it('report an unreachable provider with the site’s own message', async () => {
    mockError('virtualgames/init_game', { code: 500, message: 'Internal Server Error' });
    await open('/sport', true);
    expect(await screen.findByRole('alert')).toHaveTextContent('Sağlayıcıya Ulaşılamıyor');
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
