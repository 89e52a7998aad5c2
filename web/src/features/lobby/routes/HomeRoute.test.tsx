import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameOrigin, slotHint } from '@/components/games/model';
import { slotCategory } from '@/contracts/constants';
import { examples } from '@/contracts/examples';
import type { Category, Game, Promotion, Slider, Table, Tournament } from '@/contracts/types';
import { bootstrap, setBootstrap } from '@/lib/bootstrap';
import { toWireDate } from '@/lib/format';
import {
  mockCall,
  mockError,
  renderPage,
  showEveryElement,
  testBrand,
  waitForIdle,
} from '@/testing';
import { HomeRoute } from './HomeRoute';

const hour = 3_600_000;
const at = (hours: number) => toWireDate(new Date(Date.now() + hours * hour), 'Europe/Istanbul');
const now = { Start_date: at(-1), End_date: at(5) };
const past = { Start_date: at(-5), End_date: at(-1) };

const slide = (id: number, over: Partial<Slider> = {}): Slider => ({
  id,
  title: `Slayt ${id}`,
  text: '',
  image: '',
  link: '/slot',
  button: 'Oyna',
  Status: 1,
  sliderPlace: 'sol',
  order: id,
  ...now,
  ...over,
});

const game = examples['casino/games_list'].flatMap(({ answer }) => answer.data as Game[])[0]!;
const table = examples['livecasino/game_table_list'].flatMap(
  ({ answer }) => answer.data as Table[],
)[0]!;

const category = (CategoryID: number, name: string): Category => ({
  CategoryID,
  name,
  icon: 'popular',
  items: [{ ...game, gameID: CategoryID, name: `${name} oyunu`, jackpot: null }],
});

const promotion = (id: number, over: Partial<Promotion> = {}): Promotion => ({
  id,
  title: `Promosyon ${id}`,
  summary: '',
  html: '',
  image: '',
  Status: 1,
  order: id,
  ...now,
  ...over,
});

const tournament = (id: number, over: Partial<Tournament> = {}): Tournament => ({
  id,
  title: `Turnuva ${id}`,
  image: '',
  html: '',
  prize: 25_000,
  currency: 'TRY',
  providerName: '',
  gameIDs: [],
  leaderboard: [],
  ...now,
  ...over,
});

const open = (player = false) => renderPage(<HomeRoute />, { namespaces: ['lobby'], player });

const serveLobby = () => {
  mockCall('cmscontroller/getSlider', [slide(1)]);
  mockCall('habanero/getJackpots', []);
  mockCall('casino/category_list', [category(27, 'Popüler'), category(78, 'Yeniler')]);
  mockCall('casino/games_list', []);
  mockCall('casino/provider_list', []);
  mockCall('livecasino/game_table_list', []);
  mockCall('cmscontroller/getPromotions', []);
  mockCall('cmscontroller/getTournaments', []);
  mockCall('cmscontroller/popupInformation', []);
  mockCall('crm/recent_wins', []);
};

beforeEach(() => {
  showEveryElement();
  serveLobby();
});

describe('a platform that leaves calls out', () => {
  afterEach(() => setBootstrap(testBrand));

  it('has neither their sections nor a request for them', async () => {
    const left = [
      'habanero/getJackpots',
      'cmscontroller/getSlider',
      'cmscontroller/popupInformation',
      'livecasino/game_table_list',
      'cmscontroller/getTournaments',
      'casino/provider_list',
    ] as const;
    setBootstrap({ ...testBrand, unsupported: [...left] });
    const requests = left.map((name) => mockCall(name, []));
    const { container } = await open();
    expect((await screen.findAllByText('Popüler')).length).toBeGreaterThan(0);
    expect(screen.queryByLabelText('Anlık jackpot tutarları')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(container.querySelector('a[href="/live"], a[href="/tournaments"]')).toBeNull();
    expect(container.querySelector('a[href="/promotions"]')).not.toBeNull();
    expect(requests.flat()).toEqual([]);
  });
});

describe('the lobby of a brand', () => {
  afterEach(() => setBootstrap(testBrand));

  it('has its own order and leaves out what it does not name', async () => {
    mockCall('livecasino/game_table_list', [table]);
    setBootstrap({ ...testBrand, lobby: ['live', 'category/78', 'popular'] });
    await open();
    await screen.findByRole('heading', { level: 2, name: 'Popüler' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent);
    expect(titles.filter((it) => !it?.startsWith('Slayt'))).toEqual([
      'Canlı masalar',
      'Yeniler',
      'Popüler',
    ]);
  });

  it('shows open tables first', async () => {
    mockCall('livecasino/game_table_list', [
      { ...table, tableID: 1, name: 'Kapalı masa', isOpen: false },
      { ...table, tableID: 2, name: 'Açık masa', isOpen: true },
    ]);
    setBootstrap({ ...testBrand, lobby: ['live'] });
    await open();
    await screen.findByRole('link', { name: 'Açık masa' });
    const names = screen.getAllByRole('link', { name: / masa$/ }).map((it) => it.textContent);
    expect(names).toEqual(['Açık masa', 'Kapalı masa']);
  });

  it('takes its slides from the call that the brand names', async () => {
    const requests = mockCall('slider/get_active_items', [slide(9)]);
    setBootstrap({ ...testBrand, homeSlider: 'slider/get_active_items' });
    await open();
    await screen.findByText('Slayt 9');
    expect(requests[0]?.data.siteId).toBe(889);
    expect(screen.queryByText('Slayt 1')).toBeNull();
  });

  it('has a box of 3D slots that promises no new ones where there are none', async () => {
    mockCall('casino/games_list', [{ ...game, gameID: 1, isNew: false }]);
    setBootstrap({ ...testBrand, lobby: ['boxes'] });
    await open();
    const box = await screen.findByRole('link', { name: /3D slotlar/ });
    await waitFor(() => expect(box).toHaveAttribute('href', '/slot/type/3d'));
    expect(box).not.toHaveTextContent('Yeni');
  });

  it('has boxes of new 3D slots, live casino and bingo', async () => {
    const requests = mockCall('casino/games_list', [
      { ...game, gameID: 1, image: '/old.jpg', isNew: false },
      { ...game, gameID: 2, image: '/new.jpg', isNew: true },
    ]);
    mockCall('livecasino/game_table_list', [table]);
    setBootstrap({ ...testBrand, lobby: ['boxes'] });
    await open();
    const boxes = await screen.findByRole('navigation', { name: 'Nereden başlamalı' });
    await waitFor(() => expect(within(boxes).getAllByRole('link')).toHaveLength(3));
    expect(
      within(boxes)
        .getAllByRole('link')
        .map((it) => it.getAttribute('href')),
    ).toEqual(['/slot/type/3d?sort=new', '/live', '/bingo']);
    expect(requests[0]?.data.type).toBe('3d');
    const covers = [...boxes.querySelectorAll('img')].map((it) => it.getAttribute('src'));
    expect(covers.filter((src) => src?.includes('new'))).toHaveLength(1);
    expect(covers.filter((src) => src?.includes('old'))).toEqual([]);
  });
});

describe('the recent wins', () => {
  afterEach(() => setBootstrap(testBrand));

  it('are those that the platform tells, with masked players, and open their game', async () => {
    mockCall('crm/recent_wins', [
      { gameID: 1007, name: 'Saturn', player: 'ma***62', amount: 1234.5, at: at(0) },
    ]);
    setBootstrap({ ...testBrand, lobby: ['recent_wins'] });
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

  it('are not asked for where the platform has none', async () => {
    const requests = mockCall('crm/recent_wins', []);
    setBootstrap({ ...testBrand, lobby: ['recent_wins'], unsupported: ['crm/recent_wins'] });
    await open();
    await waitForIdle();
    expect(requests).toEqual([]);
    expect(screen.queryByText('Son kazananlar')).toBeNull();
  });
});

describe('the hero', () => {
  it('shows the active slides of the current date in order', async () => {
    mockCall('cmscontroller/getSlider', [
      slide(3),
      slide(1),
      slide(4, { Status: 0 }),
      slide(5, past),
    ]);
    await open();
    await screen.findByText('Slayt 1');
    const titles = screen.getAllByRole('heading', { level: 2, hidden: true });
    const slides = titles.map((it) => it.textContent).filter((it) => it?.startsWith('Slayt'));
    expect(slides).toEqual(['Slayt 1', 'Slayt 3']);
  });

  it('loads its first image with high priority', async () => {
    mockCall('cmscontroller/getSlider', [slide(1, { image: '/a.svg' })]);
    const { container } = await open();
    await screen.findByText('Slayt 1');
    const picture = container.querySelector('img[src="/a.svg"]');
    expect(picture).toHaveAttribute('fetchpriority', 'high');
    expect(picture).toHaveAttribute('loading', 'eager');
  });

  it('can be paused and navigated with its dots', async () => {
    mockCall('cmscontroller/getSlider', [slide(1), slide(2)]);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Slaytları durdur' }));
    expect(screen.getByRole('button', { name: 'Slaytları oynat' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '1. slayta git' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  it('shows an error when it cannot be loaded', async () => {
    mockError('cmscontroller/getSlider', {
      status: 503,
      debug: 'upstream unavailable',
      message: 'Yok',
    });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Yok');
  });
});

describe('the rows', () => {
  it('show the categories with links to all their games', async () => {
    await open();
    const row = await screen.findByRole('region', { name: /Popüler/ });
    expect(within(row).getByText('Popüler oyunu')).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: /Tümü/ })).toHaveAttribute(
      'href',
      '/slot/category/27',
    );
    expect(screen.getByText('Yeniler oyunu')).toBeInTheDocument();
  });

  it('show an empty state when no category has games', async () => {
    mockCall('casino/category_list', [{ ...category(27, 'Popüler'), items: [] }]);
    await open();
    expect(await screen.findByText('Şu an gösterilecek oyun yok')).toBeVisible();
  });

  it('request fifty quick-access games', async () => {
    const requests = mockCall('casino/games_list', [
      { ...game, name: 'Yoğun oyun', jackpot: null },
    ]);
    await open();
    await screen.findByText('Yoğun oyun');
    const ofQuickAccess = requests.find(({ data }) => data.categoryID === 72);
    expect(ofQuickAccess?.data).toMatchObject({ limit: 50, offset: 0 });
  });

  it('show live tables, running promotions and tournaments with countdowns', async () => {
    mockCall('livecasino/game_table_list', [table]);
    mockCall('cmscontroller/getPromotions', [
      promotion(1),
      promotion(2, { Status: 0 }),
      promotion(3, past),
    ]);
    mockCall('cmscontroller/getTournaments', [
      tournament(1),
      tournament(2, { Start_date: at(1) }),
      tournament(3, past),
    ]);
    await open();
    expect(await screen.findByText(table.name)).toBeInTheDocument();
    expect(await screen.findByText('Promosyon 1')).toBeInTheDocument();
    expect(screen.queryByText('Promosyon 2')).toBeNull();
    expect(screen.queryByText('Promosyon 3')).toBeNull();
    expect(await screen.findByText('Turnuva 1')).toBeInTheDocument();
    expect(screen.getByText('Sürüyor')).toBeInTheDocument();
    expect(screen.getByText('Yakında')).toBeInTheDocument();
    expect(screen.queryByText('Turnuva 3')).toBeNull();
    expect(screen.getAllByRole('timer')).toHaveLength(2);
  });

  it('omit features that the brand does not have', async () => {
    const off = { slots: false, live: false, tournaments: false, promotions: false, sport: false };
    setBootstrap({ ...bootstrap(), features: { ...bootstrap().features, ...off } });
    await open();
    await screen.findByText('Slayt 1');
    expect(screen.queryByText('Popüler oyunu')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Canlı casino' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Bingo' })).toHaveAttribute('href', '/bingo');
  });

  it('start with the recent and favourite games of the player', async () => {
    localStorage.setItem(
      'recentGames:demo',
      JSON.stringify([{ ...game, name: 'Dünkü oyun', jackpot: null }]),
    );
    await open(true);
    expect(await screen.findByText('Dünkü oyun')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Son oynadıklarınız' })).toBeInTheDocument();
  });
});

describe('a row that cannot be loaded', () => {
  afterEach(() => setBootstrap(testBrand));

  it.each([
    ['quick_access', 'casino/games_list', 'Hızlı erişim: günün yoğun slotları', [game], game.name],
    ['promotions', 'cmscontroller/getPromotions', 'Promosyonlar', [promotion(1)], 'Promosyon 1'],
    ['tournaments', 'cmscontroller/getTournaments', 'Turnuvalar', [tournament(1)], 'Turnuva 1'],
    [
      'providers',
      'casino/provider_list',
      'Sağlayıcılar',
      [{ providerID: 1, providerName: 'Lodos', logo: '', gameCount: 1 }],
      'Lodos',
    ],
    [
      'recent_wins',
      'crm/recent_wins',
      'Son kazananlar',
      [{ gameID: 1, name: 'Saturn', player: 'ma***62', amount: 1, at: at(0) }],
      'Saturn',
    ],
  ] as const)('%s says so and loads at a retry', async (section, call, title, data, text) => {
    setBootstrap({ ...testBrand, lobby: [section] });
    const failure = { status: 503, debug: 'upstream unavailable', message: 'Yok' };
    mockError(call, failure);
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
    expect(screen.getByRole('region', { name: title })).toContainElement(retry);
    const failed = mockError(call, failure);
    await user.click(retry);
    await waitFor(() => expect(failed).not.toEqual([]));
    await waitForIdle();
    mockCall(call, data as never);
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
  ] as const)('%s is left out without records', async (section, call) => {
    setBootstrap({ ...testBrand, lobby: [section, 'shortcuts'] });
    const requests = mockError(call, { message: 'Kayıt Bulunamadı', code: 404 });
    await open();
    await waitFor(() => expect(requests).not.toEqual([]));
    await waitForIdle();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
  });

  it('says that there are no games where there are no categories', async () => {
    mockError('casino/category_list', { message: 'Kayıt Bulunamadı', code: 404 });
    await open();
    expect(await screen.findByText('Şu an gösterilecek oyun yok')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
  });

  it('has no slides where the slots have none', async () => {
    setBootstrap({ ...testBrand, homeSlider: 'cmscontroller/getIcSlider' });
    const requests = mockError('cmscontroller/getIcSlider', { message: 'Kayıt Bulunamadı' });
    await open();
    await waitFor(() => expect(requests).not.toEqual([]));
    await waitForIdle();
    expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
  });
});

describe('the ticker', () => {
  it('shows the jackpots and exposes each amount to screen readers once', async () => {
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
});
