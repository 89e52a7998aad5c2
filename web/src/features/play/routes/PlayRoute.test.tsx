import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gameOrigin, gameSession, slotHint } from '@/components/games/model/gameSession';
import { gameKey, runningGame } from '@/components/games/model/runningGame';
import { slotCategory } from '@/contracts/constants';
import type { Game } from '@/contracts/types';
import { depositRequests } from '@/lib/deposit/openDeposit';
import { stored } from '@/lib/storage/stored';
import { useStore } from '@/lib/store/store';
import { noLimits } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockError, mockNetworkError } from '@/testing/server';
import { exampleGame as game, exampleTable as table } from '@/testing/fixtures';
import { gameFrame, postGameMessage } from '@/testing/gameFrame';
import { GameLayer } from '../components/GameLayer';
import { readPlayTime } from '../model/playTime';
import { PlayRoute } from './PlayRoute';

const url = 'http://site.test/game/1';
const namespaces = ['play', 'lobby'];

/** The site's frame: the routes and the running game. */
function Site() {
  const running = useStore(runningGame);
  const links = (
    <>
      <Link to="/promotions">Promosyonlar</Link>
      <Link to={`/play/slot/${game.gameID}`}>Oyna</Link>
    </>
  );
  return (
    <>
      <Routes>
        <Route path="/play/:game/:id/:gamingType?/:providerName?" element={<PlayRoute />} />
        <Route path="*" element={links} />
      </Routes>
      {running && <GameLayer key={gameKey(running)} game={running} />}
    </>
  );
}

const open = (path: string) => renderPage(<Site />, { path, namespaces, player: true });

/** Opens a slot game and waits for its frame. */
async function play(path = '/play/slot/1001') {
  const view = await open(path);
  return { ...view, frame: await gameFrame() };
}

/** Opens the game by a link. `listed` are the platform's games. */
async function openByLink(listed: Game[]) {
  const { user } = await open('/');
  const requests = mockCall('casino/games_list', ({ data }) => (data.favorites ? [] : listed));
  await user.click(screen.getByRole('link', { name: 'Oyna' }));
  return requests;
}

let requests: ReturnType<typeof mockCall<'casino/init_game'>>;

beforeEach(() => {
  // A balance changes in one frame.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((step) =>
    Number(setTimeout(step, 0, Infinity)),
  );
  mockCall('limits/get', noLimits);
  mockCall('casino/provider_list', [
    { providerID: 77, providerName: 'Lodos Games', logo: '', gameCount: 3 },
  ]);
  mockCall('cmscontroller/getTournaments', []);
  requests = mockCall('casino/init_game', { url });
  runningGame.close();
  gameOrigin.clear();
  gameSession.clear();
});

describe('a game', () => {
  it('opens in a sandbox without an origin and receives the origin for its messages', async () => {
    const { frame } = await play('/play/slot/1001/Lodos%20Games');
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
    expect(frame.src).toBe(`${url}?origin=${encodeURIComponent('http://site.test')}`);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.data).toMatchObject({ gameID: 1001 });
    expect(requests[0]?.data).not.toHaveProperty('demo');
    expect(screen.getByText('Lodos Games')).toBeInTheDocument();
  });

  const gameID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

  it.each([
    ['of a live table', 'live/5001', 'livecasino/init_game', { tableID: 5001, isMobile: true }],
    ['of a platform with texts as ids', `slot/${gameID}`, 'casino/init_game', { gameID }],
  ] as const)('%s is requested by its id', async (_, path, call, data) => {
    const asked = mockCall(call, { url });
    await play(`/play/${path}`);
    expect(asked[0]?.data).toMatchObject(data);
  });

  it('in demo mode is played without money and shows no balance', async () => {
    await play('/play/slot/1001/demo/Lodos%20Games');
    expect(requests[0]?.data).toMatchObject({ demo: true });
    expect(screen.getByText('Demo')).toBeInTheDocument();
    expect(screen.queryByTestId('balance')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ara ver' })).toBeNull();
  });

  const isRecent = () =>
    waitFor(() => expect(localStorage.getItem('recentGames:demo')).toContain(game.name));

  it('has the name of the clicked tile and is added to the recent games', async () => {
    gameSession.set(game);
    await open(`/play/slot/${game.gameID}`);
    expect(await screen.findByRole('heading', { name: game.name })).toBeInTheDocument();
    await isRecent();
  });

  it('of a recent win is found by the name of the link', async () => {
    slotHint.set({ gameID: game.gameID, name: game.name, image: '/kapak.svg' });
    const lists = await openByLink([{ ...game, gameID: 9, name: `${game.name} 2` }, game]);
    expect(screen.getByRole('heading', { name: game.name })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Favorilere ekle' })).toBeVisible();
    expect(screen.getByText(game.providerName)).toBeVisible();
    expect(lists.map(({ data }) => data.searchGameName)).toContain(game.name);
    await isRecent();
  });

  it('of a recent win that is not found has name and picture of the link', async () => {
    slotHint.set({ gameID: game.gameID, name: 'Saturn', image: '/kapak.svg' });
    await openByLink([]);
    await waitForIdle();
    expect(screen.getByRole('heading', { name: 'Saturn' })).toBeVisible();
    expect(document.querySelector('img[src="/kapak.svg"]')).toBeInTheDocument();
  });

  it('of a jackpot is found in its category', async () => {
    slotHint.set({ gameID: game.gameID, categoryID: slotCategory.jackpot });
    const lists = await openByLink([game]);
    expect(await screen.findByRole('heading', { name: game.name })).toBeVisible();
    expect(lists.map(({ data }) => data.categoryID)).toContain(slotCategory.jackpot);
  });

  it.each([
    [`slot/${game.gameID}`, game.name, {}],
    [`slot/${game.gameID}/real/Lodos%20Games`, game.name, { providerID: 77 }],
    [`live/${table.tableID}`, table.name, {}],
  ])('at the direct address %s is found in the lists', async (path, name, filter) => {
    const other = { ...game, gameID: 9, name: 'Saturn' };
    const asked = mockCall(
      'casino/games_list',
      ({ data }) => (data.favorites ? [] : data.offset ? [game] : [other]),
      { pagination: { limit: 1, offset: 0, total: 3 } },
    );
    mockCall('livecasino/game_table_list', ({ data }) => (data.favorites ? [] : [table]));
    mockCall('livecasino/init_game', { url });
    await open(`/play/${path}`);
    expect(await screen.findByRole('heading', { name })).toBeVisible();
    expect(document.title).toMatch(new RegExp(`^${name} · `));
    const searched = asked.map(({ data }) => data).filter((request) => !request.favorites);
    if (path.startsWith('slot')) expect(searched.at(-1)).toMatchObject({ ...filter, offset: 1 });
  });

  it('of another id clears the game session', async () => {
    gameSession.set(game);
    await open(`/play/slot/${Number(game.gameID) + 1}`);
    expect(gameSession.get()).toBeUndefined();
  });

  it('updates the balance by messages of its own window only', async () => {
    const { frame } = await play();
    const balance = screen.getByTestId('balance');
    await waitFor(() => expect(balance).toHaveTextContent('1.234,50 TL'));
    const message = { event: 'balance', win: 0 };
    postGameMessage(window, { ...message, balance: 9 });
    postGameMessage(frame.contentWindow, { ...message, balance: 'çok' });
    postGameMessage(frame.contentWindow, { ...message, balance: 9, type: 'other' });
    expect(balance).toHaveTextContent('1.234,50 TL');
    postGameMessage(frame.contentWindow, { ...message, balance: 1200 });
    await waitFor(() => expect(balance).toHaveTextContent('1.200,00 TL'));
  });

  it.each([
    ['counts the net result of both balances', [[0.5, 1214, 0, -20]]],
    ['takes a converted bonus for no win', [[0.5, 1214, 0, -20], [1214.5, 0, 0, -20]]], // prettier-ignore
    ['takes a deposit for no win', [[1224.5, 0, 0, -10], [1724.5, 0, 0, -10], [1774.5, 0, 0, -10], [1774.5, 0, 50, 40]]], // prettier-ignore
    ['counts wins of several bets', [[1224.5, 0, 0, -10], [1254.5, 0, 0, -10], [1254.5, 0, 10, 0], [1254.5, 0, 20, 20]]], // prettier-ignore
    [
      'counts rounds that are reported one time',
      [
        [1229.5, 0, 5, -5],
        [1269.5, 0, 50, 35],
      ],
    ],
  ])('%s', async (_, reports) => {
    const { frame } = await play();
    const shown = screen.getByTestId('balance');
    await waitFor(() => expect(shown).toHaveTextContent('1.234,50 TL'));
    for (const [balance, bonus, win, net] of reports) {
      postGameMessage(frame.contentWindow, { event: 'balance', balance, bonus, win });
      expect(readPlayTime().net).toBe(net);
    }
  });

  it('that has ended can be opened again', async () => {
    const { user, frame } = await play();
    postGameMessage(frame.contentWindow, { event: 'error', error: 'no session' });
    expect(await screen.findByText('Oyun oturumu sona erdi')).toBeVisible();
    const again = mockCall('casino/init_game', { url: 'http://site.test/game/2' });
    await user.click(screen.getByRole('button', { name: 'Oyunu yeniden aç' }));
    await waitFor(() => expect(document.querySelector('iframe')?.src).toContain('/game/2'));
    expect(again).toHaveLength(1);
  });

  it('opens the deposit drawer over the game when the game requests it', async () => {
    const opened = vi.fn();
    const unsubscribe = depositRequests.on('open', opened);
    const { location, frame } = await play();
    postGameMessage(frame.contentWindow, { event: 'deposit' });
    expect(opened).toHaveBeenCalledOnce();
    expect(location()).toBe('/play/slot/1001');
    unsubscribe();
  });

  it.each([
    [{ event: 'input' }, [['game']]],
    [{ event: 'balance', balance: 12 }, [['game']]],
    [{ event: 'ready' }, []],
  ])('is a sign of the player by its message %j: %j', async (message, signs) => {
    const { session, frame } = await play();
    const recorded = vi.spyOn(session, 'recordActivity');
    postGameMessage(frame.contentWindow, message);
    expect(recorded.mock.calls).toEqual(signs);
  });
});

describe('a start that fails', () => {
  const chooseLink = () => slotHint.set({ gameID: game.gameID });

  it.each([
    ['by its tile', '/promotions?tab=2', () => gameSession.set(game)],
    ['by a link without a record', '/promotions?tab=2', chooseLink],
    ['by its address, after another game', '/slot', () => gameSession.set({ ...game, gameID: 9 })],
  ])('of a game opened %s leads back to %s', async (_, list, choose) => {
    mockError('casino/init_game', { code: 400, message: 'Oyun bakımda' });
    window.history.replaceState(null, '', '/promotions?tab=2');
    choose();
    window.history.replaceState(null, '', '/');
    const { user, location } = await open(`/play/slot/${game.gameID}`);
    await user.click(await screen.findByRole('button', { name: 'Listeye dön' }));
    expect(location()).toBe(list);
  });

  const unreachable = 'Sağlayıcıya Ulaşılamıyor';
  const fail = (failure: object) => () => void mockError('casino/init_game', failure);
  const bad = { status: 502, debug: 'bad upstream answer', message: 'Okunamayan bir yanıt.' };

  it.each([
    ['without an address', () => void mockCall('casino/init_game', { url: '' }), unreachable],
    ['without data', fail(bad), unreachable],
    ['with an internal error', fail({ code: 500, message: 'Internal Server Error' }), unreachable],
    ['with another message', fail({ code: 400, message: 'Oyun bakımda' }), 'Oyun bakımda'],
    ['without a response', () => mockNetworkError('casino/init_game'), unreachable],
  ])('%s shows a message and redirects home', async (_, prepare, text) => {
    prepare();
    const { location } = await open('/play/slot/1001');
    expect(await screen.findByText(text)).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('at a live table redirects to the return address and clears it', async () => {
    stored.set('returnUrl', '/live/category/201');
    mockError('livecasino/init_game', { code: 400, message: 'Masa şu anda kapalı' });
    const { location } = await open('/play/live/5001');
    expect(await screen.findByText('Masa şu anda kapalı')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/live/category/201'));
    expect(stored.get('returnUrl')).toBeUndefined();
  });
});

describe('a docked game', () => {
  /** Plays a game and goes back, which docks the game. */
  const dock = async () => {
    gameSession.set(game);
    const view = await play(`/play/slot/${game.gameID}`);
    await view.user.click(screen.getByRole('button', { name: 'Geri' }));
    const region = await screen.findByRole('region', { name: `Açık oyun: ${game.name}` });
    return { ...view, region };
  };

  it.each<[string, (game: Awaited<ReturnType<typeof dock>>) => unknown]>([
    [
      'is closed',
      ({ user }) => user.click(screen.getByRole('button', { name: `Oyunu kapat: ${game.name}` })),
    ],
    ['asks for it', ({ frame }) => postGameMessage(frame.contentWindow, { event: 'close' })],
  ])('ends without leaving the page when it %s', async (_, end) => {
    const docked = await dock();
    await docked.user.click(screen.getByRole('link', { name: 'Promosyonlar' }));
    await end(docked);
    expect(document.querySelector('iframe')).toBeNull();
    expect(docked.location()).toBe('/promotions');
  });

  it('ends when the player logs out', async () => {
    const { session } = await dock();
    mockCall('user/logout', {}, { result: true });
    await act(() => session.logout('stay'));
    await waitFor(() => expect(document.querySelector('iframe')).toBeNull());
  });

  it('has a place that keys and clicks change', async () => {
    const listen = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => ({ media, matches: true, ...listen }) as never,
    );
    const { user, region } = await dock();
    expect(region).toHaveAttribute('data-at', 'bottom left');
    expect(within(region).getByRole('button', { name: 'Ara ver' })).toBeVisible();
    screen.getByRole('button', { name: 'Taşı' }).focus();
    await user.keyboard('{ArrowRight}{ArrowUp}');
    expect(region).toHaveAttribute('data-at', 'top right');
    await user.click(screen.getByRole('button', { name: 'Taşı' }));
    expect(region).toHaveAttribute('data-at', 'bottom right');
    await user.click(screen.getByRole('button', { name: 'Boyutunu değiştir' }));
    expect(region.style.getPropertyValue('--dock-width')).toBe('520');
  });
});

describe('a demo of a guest', () => {
  const openDemo = () => {
    mockCall('casino/games_list', []);
    return renderPage(<Site />, { path: '/play/slot/1001/demo', namespaces });
  };

  it('is docked while the guest looks at another page', async () => {
    const { user } = await openDemo();
    const frame = await gameFrame();
    expect(requests[0]?.data).toMatchObject({ demo: true });
    await user.click(screen.getByRole('button', { name: 'Geri' }));
    const dock = await screen.findByRole('region', { name: /^Açık oyun/ });
    expect(within(dock).queryByRole('button', { name: 'Ara ver' })).toBeNull();
    expect(document.querySelector('iframe')).toBe(frame);
  });

  it('that the platform refuses leads to the login, and back to the demo after it', async () => {
    mockError('casino/init_game', { code: 403, debug: 'anonymous user' });
    const { location } = await openDemo();
    await waitFor(() => expect(location()).toBe('/login'));
    expect(stored.get('returnUrl')).toBe('/play/slot/1001/demo');
    expect(runningGame.get()).toBeUndefined();
  });
});
