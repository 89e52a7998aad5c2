import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { gameOrigin, slotHint } from '@/components/games/model/gameSession';
import { slotCategory } from '@/contracts/constants';
import type { Category, Promotion, Slider, Tournament } from '@/contracts/types';
import { toWireDate } from '@/lib/format/date';
import { changeBrand, withoutCalls, withoutFeatures } from '@/testing/brand';
import { renderPage, showEveryElement } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import {
  envelope,
  exampleOf,
  mockCall,
  mockError,
  mockRoute,
  noRecords,
  unavailable,
} from '@/testing/server';
import { exampleGame as game, exampleTable as table } from '@/testing/fixtures';
import { HomeRoute } from './HomeRoute';

const hour = 3_600_000;
const at = (hours: number) => toWireDate(new Date(Date.now() + hours * hour), 'Europe/Istanbul');
const now = { Start_date: at(-1), End_date: at(5) };
const past = { Start_date: at(-5), End_date: at(-1) };

const slide = (id: number, over: Partial<Slider> = {}): Slider => ({
  ...exampleOf('cmscontroller/getSlider')[0]!,
  id,
  title: `Slayt ${id}`,
  image: '',
  Status: 1,
  order: id,
  ...now,
  ...over,
});

const category = (CategoryID: number, name: string): Category => ({
  CategoryID,
  name,
  icon: 'popular',
  items: [{ ...game, gameID: CategoryID, name: `${name} oyunu`, jackpot: null }],
});

const promotion = (id: number, over: Partial<Promotion> = {}): Promotion => ({
  ...exampleOf('cmscontroller/getPromotions')[0]!,
  id,
  title: `Promosyon ${id}`,
  Status: 1,
  order: id,
  ...now,
  ...over,
});

const tournament = (id: number, over: Partial<Tournament> = {}): Tournament => ({
  ...exampleOf('cmscontroller/getTournaments')[0]!,
  id,
  title: `Turnuva ${id}`,
  ...now,
  ...over,
});

const win = { gameID: 1007, name: 'Saturn', player: 'ma***62', amount: 1234.5, at: at(0) };

const open = (player = false) => renderPage(<HomeRoute />, { namespaces: ['lobby'], player });

beforeEach(() => {
  showEveryElement();
  mockCall('cmscontroller/getSlider', [slide(1)]);
  mockCall('casino/category_list', [category(27, 'Popüler'), category(78, 'Yeniler')]);
  for (const name of [
    'habanero/getJackpots',
    'casino/games_list',
    'casino/provider_list',
    'livecasino/game_table_list',
    'cmscontroller/getPromotions',
    'cmscontroller/getTournaments',
    'cmscontroller/popupInformation',
    'crm/recent_wins',
  ] as const)
    mockCall(name, []);
});

it('a platform without some calls has neither their sections nor requests for them', async () => {
  const left = [
    'habanero/getJackpots',
    'cmscontroller/getSlider',
    'cmscontroller/popupInformation',
    'livecasino/game_table_list',
    'cmscontroller/getTournaments',
    'casino/provider_list',
    'crm/recent_wins',
  ] as const;
  withoutCalls(...left);
  const requests = left.map((name) => mockCall(name, []));
  const { container } = await open();
  expect((await screen.findAllByText('Popüler')).length).toBeGreaterThan(0);
  await waitForIdle();
  expect(screen.queryByLabelText('Anlık jackpot tutarları')).toBeNull();
  expect(screen.queryByText('Son kazananlar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(container.querySelector('a[href="/live"], a[href="/tournaments"]')).toBeNull();
  expect(container.querySelector('a[href="/promotions"]')).not.toBeNull();
  expect(requests.flat()).toEqual([]);
});

describe('the lobby of a brand', () => {
  it('shows open tables first', async () => {
    mockCall('livecasino/game_table_list', [
      { ...table, tableID: 1, name: 'Kapalı masa', isOpen: false },
      { ...table, tableID: 2, name: 'Açık masa', isOpen: true },
    ]);
    changeBrand({ lobby: ['live'] });
    await open();
    await screen.findByRole('link', { name: 'Açık masa' });
    const names = screen
      .getAllByRole('link', { name: / masa$/ })
      .map((element) => element.textContent);
    expect(names).toEqual(['Açık masa', 'Kapalı masa']);
  });

  it('takes its slides from the call that the brand names', async () => {
    const requests = mockCall('slider/get_active_items', [slide(9)]);
    changeBrand({ homeSlider: 'slider/get_active_items' });
    await open();
    await screen.findByText('Slayt 9');
    expect(requests[0]?.data.siteId).toBe(889);
    expect(screen.queryByText('Slayt 1')).toBeNull();
  });

  it.each([
    [true, '/slot/type/3d?sort=new', ['/new.jpg']],
    [false, '/slot/type/3d', ['/old.jpg', '/new.jpg']],
  ])(
    'has boxes of 3D slots (new ones: %s), live casino and bingo',
    async (isNew, slots, covers) => {
      const requests = mockCall('casino/games_list', [
        { ...game, gameID: 1, image: '/old.jpg', isNew: false },
        { ...game, gameID: 2, image: '/new.jpg', isNew },
      ]);
      mockCall('livecasino/game_table_list', [table]);
      changeBrand({ lobby: ['boxes'] });
      await open();
      const boxes = await screen.findByRole('navigation', { name: 'Nereden başlamalı' });
      const links = () => within(boxes).getAllByRole('link');
      const addresses = () => links().map((link) => link.getAttribute('href'));
      await waitFor(() => expect(addresses()).toEqual([slots, '/live', '/bingo']));
      expect(requests[0]?.data.type).toBe('3d');
      const pictures = [...boxes.querySelectorAll('img')].map((element) =>
        element.getAttribute('src'),
      );
      expect(pictures.filter((src) => /old|new/.test(src ?? ''))).toEqual(covers);
      expect(/Yeni/.test(links()[0]!.textContent)).toBe(isNew);
    },
  );

  it('has the platform’s recent wins with masked players and their games', async () => {
    mockCall('crm/recent_wins', [win]);
    changeBrand({ lobby: ['recent_wins'] });
    const { user } = await open();
    const wins = await screen.findByRole('list', { name: 'Son kazananlar' });
    const link = await within(wins).findByRole('link');
    expect(link).toHaveAttribute('href', '/play/slot/1007');
    expect(link).toHaveTextContent('1.234,50');
    expect(link).toHaveTextContent('ma***62');
    await user.click(link);
    expect(slotHint.get()).toEqual({ gameID: 1007, name: 'Saturn' });
    expect(gameOrigin.get()?.address).toBe('/');
  });

  it('has a ticker of jackpots with amounts that screen readers read one time', async () => {
    mockCall('habanero/getJackpots', [
      { jackpotID: 1, name: 'Büyük Liman', amount: 1234.5, currency: 'TRY', gameID: 7 },
    ]);
    const { user } = await open();
    const ticker = await screen.findByRole('region', { name: 'Anlık jackpot tutarları' });
    const link = await within(ticker).findByRole('link', { name: /Büyük Liman/ });
    expect(link).toHaveAttribute('href', '/play/slot/7');
    expect(link).toHaveAccessibleName(/1\.234,50\sTL/);
    await user.click(link);
    expect(slotHint.get()).toEqual({ gameID: 7, categoryID: slotCategory.jackpot });
    expect(gameOrigin.get()?.address).toBe('/');
  });

  it('omits features that it does not have', async () => {
    withoutFeatures('slots', 'live', 'tournaments', 'promotions', 'sport');
    await open();
    await screen.findByText('Slayt 1');
    expect(screen.queryByText('Popüler oyunu')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Canlı casino' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Bingo' })).toHaveAttribute('href', '/bingo');
  });
});

describe('the hero', () => {
  it('shows the active slides of the current date in order, the first with priority, and can be paused', async () => {
    const slides = [
      slide(3),
      slide(1, { image: '/a.svg' }),
      slide(4, { Status: 0 }),
      slide(5, past),
    ];
    mockCall('cmscontroller/getSlider', slides);
    const { container, user } = await open();
    await screen.findByText('Slayt 1');
    const titles = screen.getAllByRole('heading', { level: 2, hidden: true });
    const shown = titles
      .map((title) => title.textContent)
      .filter((name) => name?.startsWith('Slayt'));
    expect(shown).toEqual(['Slayt 1', 'Slayt 3']);
    const picture = container.querySelector('img[src="/a.svg"]');
    expect(picture).toHaveAttribute('fetchpriority', 'high');
    expect(picture).not.toHaveAttribute('loading', 'lazy');
    await user.click(screen.getByRole('button', { name: 'Slaytları durdur' }));
    expect(screen.getByRole('button', { name: 'Slaytları oynat' })).toBeInTheDocument();
    const dot = screen.getByRole('button', { name: '1. slayta git' });
    expect(dot).toHaveAttribute('aria-current', 'true');
  });

  it('shows an error when it cannot be loaded', async () => {
    mockError('cmscontroller/getSlider', unavailable);
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent(unavailable.message);
  });
});

describe('the rows', () => {
  it('show the categories with links to all their games', async () => {
    await open();
    const row = within(await screen.findByRole('region', { name: /Popüler/ }));
    expect(row.getByText('Popüler oyunu')).toBeInTheDocument();
    const all = row.getByRole('link', { name: /Tümü/ });
    expect(all).toHaveAttribute('href', '/slot/category/27');
    expect(screen.getByText('Yeniler oyunu')).toBeInTheDocument();
  });

  it.each([
    ['has games', () => mockCall('casino/category_list', [{ ...category(27, 'P'), items: [] }])],
    ['is there', () => mockError('casino/category_list', noRecords)],
  ])('show an empty state when no category %s', async (_, mock) => {
    mock();
    await open();
    expect(await screen.findByText('Şu an gösterilecek oyun yok')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
  });

  it('show fifty quick-access games, live tables, running promotions and tournaments with countdowns', async () => {
    const busy = { ...game, name: 'Yoğun oyun', jackpot: null };
    const requests = mockCall('casino/games_list', [busy]);
    mockCall('livecasino/game_table_list', [table]);
    const promotions = [promotion(1), promotion(2, { Status: 0 }), promotion(3, past)];
    mockCall('cmscontroller/getPromotions', promotions);
    const tournaments = [tournament(1), tournament(2, { Start_date: at(1) }), tournament(3, past)];
    mockCall('cmscontroller/getTournaments', tournaments);
    await open();
    for (const text of ['Yoğun oyun', table.name, 'Promosyon 1', 'Turnuva 1', 'Sürüyor', 'Yakında'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    for (const text of ['Promosyon 2', 'Promosyon 3', 'Turnuva 3'])
      expect(screen.queryByText(text)).toBeNull();
    expect(screen.getAllByRole('timer')).toHaveLength(2);
    const ofQuickAccess = requests.find(({ data }) => data.categoryID === 72);
    expect(ofQuickAccess?.data).toMatchObject({ limit: 50, offset: 0 });
  });

  it('start with the recent and favourite games of the player', async () => {
    const recent = [{ ...game, name: 'Dünkü oyun', jackpot: null }];
    localStorage.setItem('recentGames:demo', JSON.stringify(recent));
    await open(true);
    expect(await screen.findByText('Dünkü oyun')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Son oynadıklarınız' })).toBeInTheDocument();
  });
});

it('closed slots show one message instead of their first row, and the other rows stay', async () => {
  changeBrand({
    lobby: ['jackpot_ticker', 'popular', 'new_arrivals', 'quick_access', 'providers', 'live'],
  });
  const closed = { part: 'slots', until: '2026-05-01 03:00:00' };
  const fault = {
    status: 503,
    debug: 'part under maintenance',
    message: 'Taşınıyoruz',
    data: closed,
  };
  mockError('casino/category_list', fault);
  mockError('casino/games_list', fault);
  mockError('casino/provider_list', fault);
  mockError('habanero/getJackpots', fault);
  mockCall('livecasino/game_table_list', [table]);
  await open();
  const state = await screen.findByText('Slotlar: bakımda');
  expect(state.parentElement).toHaveTextContent('Taşınıyoruz. Tahmini açılış: 01/05/2026 03:00');
  expect(await screen.findByRole('region', { name: 'Canlı masalar' })).toBeInTheDocument();
  await waitForIdle();
  expect(screen.getAllByText(/bakımda/)).toHaveLength(1);
  expect(screen.queryByText('Bu bölüm gösterilemedi.')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a row that cannot be loaded', () => {
  const provider = { providerID: 1, providerName: 'Lodos', logo: '', gameCount: 1 };

  it.each([
    ['quick_access', 'casino/games_list', 'Hızlı erişim: günün yoğun slotları', game, game.name],
    ['promotions', 'cmscontroller/getPromotions', 'Promosyonlar', promotion(1), 'Promosyon 1'],
    ['tournaments', 'cmscontroller/getTournaments', 'Turnuvalar', tournament(1), 'Turnuva 1'],
    ['providers', 'casino/provider_list', 'Sağlayıcılar', provider, 'Lodos'],
    ['recent_wins', 'crm/recent_wins', 'Son kazananlar', win, 'Saturn'],
  ] as const)('%s says so and loads at a retry', async (section, call, title, record, text) => {
    changeBrand({ lobby: [section] });
    mockError(call, unavailable);
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
    expect(screen.getByRole('region', { name: title })).toContainElement(retry);
    const failed = mockError(call, unavailable);
    await user.click(retry);
    await waitFor(() => expect(failed).not.toEqual([]));
    await waitForIdle();
    mockCall(call, [record] as never);
    await user.click(retry);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['promotions', 'cmscontroller/getPromotions'],
    ['tournaments', 'cmscontroller/getTournaments'],
    ['live', 'livecasino/game_table_list'],
    ['popular', 'cmscontroller/getSlider'],
    ['providers', 'casino/provider_list'],
    ['recent_wins', 'crm/recent_wins'],
    ['popular', 'cmscontroller/getIcSlider'],
  ] as const)('%s is left out without records of %s', async (section, call) => {
    changeBrand({ lobby: [section, 'shortcuts'] });
    if (call === 'cmscontroller/getIcSlider') changeBrand({ homeSlider: call });
    const requests = mockError(call, { message: 'Kayıt Bulunamadı', code: 404 });
    await open();
    await waitFor(() => expect(requests).not.toEqual([]));
    await waitForIdle();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
  });
});

it('the settings of the brand fill rows of its own and name sections', async () => {
  const row = { title: { tr: 'Liman' }, row: true } as const;
  const asked: string[] = [];
  mockRoute('GET /v1/rows', ({ url }) => {
    asked.push(new URL(url).searchParams.get('section')!);
    return { name: 'Popüler', games: [{ ...game, jackpot: null }] };
  });
  mockCall('livecasino/game_table_list', [table]);
  changeBrand({
    lobby: ['row/lead', 'popular', 'row/harbour', 'new_arrivals', 'live'],
    sections: {
      'row/lead': row,
      popular: { row: true, list: '/slot/category/27' },
      'row/harbour': { ...row, title: { tr: 'Rıhtım' }, list: '/slot/provider/12' },
      new_arrivals: { title: { tr: 'Taze' } },
      live: { title: { tr: 'Masalar' } },
    },
    initial: { '/v1/rows': envelope({ games: [{ ...game, name: 'Sayfadaki', jackpot: null }] }) },
  });
  await open();
  expect(await screen.findByText('Sayfadaki')).toBeVisible();
  for (const [title, to] of [
    ['Popüler', '/slot/category/27'],
    ['Rıhtım', '/slot/provider/12'],
    ['Taze', '/slot/category/78'],
    ['Masalar', '/live'],
  ]) {
    const all = await screen.findByRole('link', { name: `Tümü ${title}` });
    expect(all).toHaveAttribute('href', to);
  }
  expect(screen.queryByRole('link', { name: 'Tümü Liman' })).toBeNull();
  expect(asked.sort()).toEqual(['popular', 'row/harbour']);
});
