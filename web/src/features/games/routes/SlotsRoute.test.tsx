import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { gamePageSize } from '@/contracts/constants';
import type { Game } from '@/contracts/types';
import { announcedStatus } from '@/lib/maintenance/flag';
import { renderPage } from '@/testing/render';
import { mockCall, mockError, unavailable } from '@/testing/server';
import { exampleGame } from '@/testing/fixtures';
import { SlotsRoute } from './SlotsRoute';

const game = (gameID: number, over: Partial<Game> = {}): Game => ({
  ...exampleGame,
  gameID,
  name: `Oyun ${gameID}`,
  isNew: false,
  jackpot: null,
  ...over,
});

const all = Array.from({ length: 60 }, (_, index) => game(1000 + index));

/** Mocks the list with the platform's paging. */
const serve = (games: Game[]) =>
  mockCall(
    'casino/games_list',
    ({ data }) => {
      const { limit = gamePageSize, offset = 0 } = data;
      return games.slice(offset, offset + limit);
    },
    { pagination: { limit: gamePageSize, offset: 0, total: games.length } },
  );

const open = (path = '/slot', player = false) => {
  const pattern = /^\/slot\/\w+/.exec(path)?.[0] ?? '/slot';
  const id = { '/slot/category': '/:categoryID', '/slot/provider': '/:providerID' }[pattern] ?? '';
  const namespaces = ['games', 'lobby'];
  return renderPage(<SlotsRoute />, { path, pattern: pattern + id, namespaces, player });
};

beforeEach(() => {
  mockCall('casino/category_list');
  mockCall('casino/provider_list');
});

describe('the list of slots', () => {
  it('shows 48 at a time, appends the next ones and has an address for each filter', async () => {
    const requests = serve(all);
    const { user, location } = await open();
    const list = await screen.findByRole('list', { name: 'Slotlar' });
    expect(within(list).getAllByRole('article')).toHaveLength(gamePageSize);
    expect(screen.queryByRole('button', { name: /favori/ })).toBeNull();
    expect(screen.getByText('60 oyun')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Daha fazla göster' }));
    await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(60));
    expect(requests.map(({ data }) => data.offset)).toEqual([0, gamePageSize]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Oyun türü' }), 'classic');
    expect(location()).toBe('/slot/type/classic');
  });

  it.each([
    ['58?provider=3&type=ways', { categoryID: 58, providerID: 3, type: 'ways', offset: 0 }],
    [
      'shelf-new?provider=9007199254740993',
      { categoryID: 'shelf-new', providerID: '9007199254740993' },
    ],
  ])('requests the category, type and provider of the address %s', async (address, asked) => {
    const requests = serve(all.slice(0, 2));
    await open(`/slot/category/${address}`);
    await screen.findByText('Oyun 1000');
    expect(requests[0]?.data).toMatchObject(asked);
    // The providers are not loaded, therefore the filter still shows its value.
    expect(screen.getByRole('combobox', { name: 'Sağlayıcı' })).toHaveValue(
      String(asked.providerID),
    );
  });

  it('fetches all pages before it sorts them', async () => {
    const requests = serve([...all].reverse());
    await open('/slot?sort=name');
    const list = await screen.findByRole('list', { name: 'Slotlar' });
    const names = within(list)
      .getAllByRole('article')
      .map((element) => element.querySelector('p')?.textContent);
    expect(names[0]).toBe('Oyun 1000');
    expect(names).toHaveLength(gamePageSize);
    expect(requests[0]?.data.limit).toBeGreaterThan(gamePageSize);
  });

  it.each([
    ['/slot/provider/9', 'Bu filtrelere uyan slot yok', 'Şu an gösterilecek slot yok'],
    ['/slot?sort=popular', 'Şu an gösterilecek slot yok', 'Bu filtrelere uyan slot yok'],
  ])('reports at %s whether its filters cause the empty result', async (path, text, other) => {
    serve([]);
    await open(path);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(other)).toBeNull();
  });

  it('shows a failure with its request id and retries', async () => {
    mockError('casino/games_list', unavailable);
    const { user } = await open('/slot/provider/11');
    expect(await screen.findByRole('alert')).toHaveTextContent(unavailable.message);
    expect(screen.getByText('test-request')).toBeInTheDocument();
    serve(all.slice(0, 1));
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    expect(await screen.findByText('Oyun 1000')).toBeInTheDocument();
  });

  it('shows a message when slots close, and returns when they open', async () => {
    serve(all.slice(0, 1));
    await open();
    expect(await screen.findByText('Oyun 1000')).toBeVisible();
    const closed = { part: 'slots', until: null, message: 'Birazdan dönüyoruz' } as const;
    act(() => announcedStatus.set({ result: true, parts: [closed] }));
    expect(await screen.findByText('Slotlar: bakımda')).toBeVisible();
    expect(screen.getByText('Birazdan dönüyoruz.')).toBeVisible();
    expect(screen.queryByText('Oyun 1000')).toBeNull();
    // The list returns by itself, without a retry button.
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
    act(() => announcedStatus.set({ result: true }));
    expect(screen.getByText('Oyun 1000')).toBeVisible();
  });

  it('shows one badge on a tile, jackpot before new', async () => {
    mockCall('habanero/getJackpots', [
      { jackpotID: 1, name: 'Oyun', amount: 1500, currency: 'TRY', gameID: 1 },
    ]);
    serve([game(1, { isNew: true, jackpot: 1000 }), game(2, { isNew: true })]);
    await open('/slot/provider/12');
    await screen.findByText('Oyun 2');
    expect(screen.getAllByText('Yeni')).toHaveLength(1);
    expect(await screen.findByText('1.500 TL')).toBeInTheDocument();
  });
});

describe('the favourite button of a tile', () => {
  /** Mocks favourites and the list, which use the same call with different requests. */
  const serveBoth = () =>
    mockCall('casino/games_list', ({ data }) => (data.favorites ? [] : all.slice(0, 1)));

  const favoriteButton = () => screen.findByRole('button', { name: 'Oyun 1000: favori' });

  it('changes optimistically, and the list follows after the server’s response', async () => {
    const { user } = await open('/slot/provider/14', true);
    serveBoth();
    const requests = mockCall('user/favorites', null);
    await user.click(await favoriteButton());
    expect(await favoriteButton()).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText('Favorilere Başarıyla Eklendi')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({ mode: 'insert', type: 'casino', id: 1000 });
    expect(await favoriteButton()).toHaveAttribute('aria-pressed', 'true');
  });

  it('is reverted when the server refuses', async () => {
    const { user } = await open('/slot/provider/15', true);
    serveBoth();
    const requests = mockError('user/favorites', { code: 400, message: 'Olmadı' });
    await user.click(await favoriteButton());
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(async () =>
      expect(await favoriteButton()).toHaveAttribute('aria-pressed', 'false'),
    );
  });
});

describe('the search of a list', () => {
  it('needs three characters and stores the text in the address', async () => {
    const requests = serve([]);
    const { user, location } = await open('/slot?sort=popular');
    const field = await screen.findByRole('searchbox', { name: 'Bu listede ara' });
    await user.type(field, 'ka');
    expect(screen.getByText('Arama için lütfen en az 3 karakter girin.')).toBeInTheDocument();
    await user.type(field, 'plan');
    await waitFor(() => expect(location()).toContain('q=kaplan'));
    expect(screen.queryByText('Arama için lütfen en az 3 karakter girin.')).toBeNull();
    await screen.findByText('Bu filtrelere uyan slot yok');
    expect(requests.map(({ data }) => data.searchGameName)).toContain('kaplan');
    expect(requests.map(({ data }) => data.searchGameName)).not.toContain('ka');

    await user.clear(field);
    await waitFor(() => expect(location()).not.toContain('q='));
  });

  it('is ended by a link to the whole list', async () => {
    serve([]);
    const { user } = await open('/slot?q=hic');
    expect(await screen.findByRole('searchbox')).toHaveValue('hic');
    await user.click(await screen.findByRole('link', { name: 'Tüm slotları göster' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });
});
