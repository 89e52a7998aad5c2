import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Game } from '@/contracts/types';
import { gameSession } from '@/components/games/model';
import { stored } from '@/lib/storage';
import { mockCall, mockError, mockNetworkError, renderPage } from '@/testing';
import { readPlayTime } from '../model/playTime';
import { PlayRoute } from './PlayRoute';

const game = examples['casino/games_list'].flatMap(({ answer }) => answer.data as Game[])[0]!;
const url = 'http://site.test/game/1';

const open = (path: string) =>
  renderPage(<PlayRoute />, {
    path,
    pattern: '/play/:type/:id/:gamingType?/:providerName?',
    namespaces: ['play', 'lobby'],
    player: true,
  });

/** Waits for the game's frame; the test environment loads no frames, so its window is a stub. */
const frameOf = async (): Promise<HTMLIFrameElement> => {
  await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
  const frame = document.querySelector('iframe')!;
  Object.defineProperty(frame, 'contentWindow', { value: new EventTarget(), configurable: true });
  return frame;
};

/** Dispatches a message from a window. */
const say = (data: object, source: EventTarget | null) =>
  act(() => {
    const event = new MessageEvent('message', { data });
    Object.defineProperty(event, 'source', { value: source });
    window.dispatchEvent(event);
  });

beforeEach(() => {
  gameSession.clear();
  sessionStorage.clear();
});

describe('a game', () => {
  it('opens in a sandbox without an origin, and is told where its messages go', async () => {
    const asked = mockCall('casino/init_game', { url });
    await open('/play/slot/1001/Lodos%20Games');
    const frame = await frameOf();
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
    expect(frame.src).toBe(`${url}?origin=${encodeURIComponent('http://site.test')}`);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.data).toMatchObject({ gameID: 1001 });
    expect(asked[0]?.data).not.toHaveProperty('demo');
    expect(screen.getByText('Lodos Games')).toBeInTheDocument();
  });

  it('of a table is asked for by its table, on a phone', async () => {
    const asked = mockCall('livecasino/init_game', { url });
    await open('/play/live/5001');
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    expect(asked[0]?.data).toMatchObject({ tableID: 5001, isMobile: true });
  });

  it('in demo is played without money and without a wallet in sight', async () => {
    const asked = mockCall('casino/init_game', { url });
    await open('/play/slot/1001/demo/Lodos%20Games');
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    expect(asked[0]?.data).toMatchObject({ demo: true });
    expect(screen.getByText('Demo')).toBeInTheDocument();
    expect(screen.queryByTestId('balance')).toBeNull();
  });

  it('is named as where it was clicked, and goes among the recently played ones', async () => {
    mockCall('casino/init_game', { url });
    gameSession.set(game);
    await open(`/play/slot/${game.gameID}`);
    expect(await screen.findByRole('heading', { name: game.name })).toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('recentGames:demo')).toContain(game.name));
  });

  it('of another id clears the game session', async () => {
    mockCall('casino/init_game', { url });
    gameSession.set(game);
    await open(`/play/slot/${game.gameID + 1}`);
    expect(gameSession.current()).toBeUndefined();
  });

  it('moves the balance by what its own window says, and by nobody else', async () => {
    mockCall('casino/init_game', { url });
    await open('/play/slot/1001');
    const own = (await frameOf()).contentWindow;
    const shown = screen.getByTestId('balance');
    await waitFor(() => expect(shown).toHaveTextContent('₺1.234,50'));
    const message = { type: 'croupier:game', event: 'balance', win: 0 };
    say({ ...message, balance: 9 }, window);
    say({ ...message, balance: 'çok' }, own);
    say({ type: 'other', event: 'balance', balance: 9 }, own);
    expect(shown).toHaveTextContent('₺1.234,50');
    say({ ...message, balance: 1200 }, own);
    await waitFor(() => expect(shown).toHaveTextContent('₺1.200,00'));
  });

  it('played with a bonus leaves the wallet its own money, and counts what both come to', async () => {
    mockCall('casino/init_game', { url });
    await open('/play/slot/1001');
    const own = (await frameOf()).contentWindow;
    const shown = screen.getByTestId('balance');
    await waitFor(() => expect(shown).toHaveTextContent('₺1.234,50'));
    const message = { type: 'croupier:game', event: 'balance', win: 0 };
    say({ ...message, balance: 0.5, bonus: 1214 }, own);
    await waitFor(() => expect(shown).toHaveTextContent('₺0,50'));
    expect(readPlayTime().net).toBe(-20);
    say({ ...message, balance: 1214.5, bonus: 0 }, own);
    await waitFor(() => expect(shown).toHaveTextContent('₺1.214,50'));
    expect(readPlayTime().net).toBe(-20);
  });

  it('that ends can be opened again', async () => {
    const asked = mockCall('casino/init_game', { url });
    const { user } = await open('/play/slot/1001');
    const frame = await frameOf();
    say({ type: 'croupier:game', event: 'error', error: 'no session' }, frame.contentWindow);
    await user.click(await screen.findByRole('button', { name: 'Oyunu yeniden aç' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
  });

  it('leads to the deposit when it asks for it', async () => {
    mockCall('casino/init_game', { url });
    const { location } = await open('/play/slot/1001');
    const frame = await frameOf();
    say({ type: 'croupier:game', event: 'deposit' }, frame.contentWindow);
    await waitFor(() => expect(location()).toBe('/profile/deposit'));
  });
});

describe('a start that fails', () => {
  it.each([
    [
      'without an address',
      () => mockCall('casino/init_game', { url: '' }),
      'Sağlayıcıya Ulaşılamıyor',
    ],
    [
      'with "Internal Server Error"',
      () => mockError('casino/init_game', { code: 500, message: 'Internal Server Error' }),
      'Sağlayıcıya Ulaşılamıyor',
    ],
    [
      'with other words',
      () => mockError('casino/init_game', { code: 400, message: 'Oyun bakımda' }),
      'Oyun bakımda',
    ],
    ['without any answer', () => mockNetworkError('casino/init_game'), 'Sağlayıcıya Ulaşılamıyor'],
  ])('%s says so and leads home', async (_, prepare, words) => {
    prepare();
    const { location } = await open('/play/slot/1001');
    expect(await screen.findByText(words)).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('at a table leads to the return address, which is then cleared', async () => {
    stored.set('returnUrl', '/live/category/201');
    mockError('livecasino/init_game', { code: 400, message: 'Masa şu anda kapalı' });
    const { location } = await open('/play/live/5001');
    expect(await screen.findByText('Masa şu anda kapalı')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/live/category/201'));
    expect(stored.get('returnUrl')).toBeUndefined();
  });
});

describe('an address that names no game', () => {
  it.each(['/play/poker/1', '/play/slot/abc', '/play/slot/0'])('%s says so', async (path) => {
    await open(path);
    expect(screen.getByText('Böyle bir oyun yok')).toBeInTheDocument();
  });
});
