import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InformationType, Promotion, Tournament } from '@/contracts/types';
import { timeOf } from '@/lib/content/phase';
import { depositRequests } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths/paths';
import { stored } from '@/lib/storage/stored';
import { changeBrand } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { exampleOf, mockCall, mockError, unavailable } from '@/testing/server';
import { exampleGame } from '@/testing/fixtures';
import { readLinks } from './api/content';
import { readFaq } from './model/info';
import { ContactRoute } from './routes/ContactRoute';
import { InfoRoute } from './routes/InfoRoute';
import { PromotionRoute } from './routes/PromotionRoute';
import { PromotionsRoute } from './routes/PromotionsRoute';
import { TournamentRoute } from './routes/TournamentRoute';
import { TournamentsRoute } from './routes/TournamentsRoute';

const promotion = (id: number, overrides: Partial<Promotion> = {}): Promotion => ({
  ...exampleOf('cmscontroller/getPromotions')[0]!,
  id,
  title: `Promosyon ${id}`,
  html: '<p>Koşullar</p><script>alert(1)</script>',
  Status: 1,
  Start_date: '2026-05-01 00:00:00',
  End_date: '2026-05-31 23:59:59',
  order: id,
  ...overrides,
});

const tournament: Tournament = {
  id: 7,
  title: 'Liman yarışı',
  image: '',
  html: '<p>En çok kazanan alır.</p>',
  prize: 250000,
  currency: 'TRY',
  providerName: 'Kuzey Yıldızı',
  gameIDs: [1002, 1001],
  Start_date: '2026-05-01 00:00:00',
  End_date: '2026-05-31 23:59:59',
  leaderboard: [
    { rank: 1, player: 'd***o', points: 1840, prize: 100000 },
    { rank: 2, player: 'z***n', points: 1510, prize: 50000 },
  ],
};

const open = (page: ReactNode, path = '/', pattern = '*', player = false) =>
  renderPage(page, { namespaces: ['content', 'lobby'], path, pattern, player });

const info = (InfType: InformationType, Text: string, Title = '') =>
  mockCall('cmscontroller/getInformation', [{ InfType, Title, Text }]);

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(timeOf('2026-05-10 12:00:00'));
  mockCall('cmscontroller/getPromotions', [
    promotion(1, { order: 2 }),
    promotion(2, { order: 1 }),
    promotion(3, { Status: 0 }),
    promotion(4, { Start_date: '2026-05-20 00:00:00' }),
    promotion(5, { Start_date: '2026-04-01 00:00:00', End_date: '2026-04-30 00:00:00' }),
  ]);
});

describe('the promotions page', () => {
  it('shows running, upcoming and finished ones in the brand’s order and no inactive ones', async () => {
    const { user, location } = await open(<PromotionsRoute />, '/promotions?deposit=1');
    await screen.findByText('Promosyon 2');
    expect(titles()).toEqual(['Promosyon 2', 'Promosyon 1']);
    await user.click(screen.getByRole('tab', { name: 'Yakında' }));
    expect(titles()).toEqual(['Promosyon 4']);
    await user.click(screen.getByRole('tab', { name: 'Sona eren' }));
    expect(titles()).toEqual(['Promosyon 5']);
    expect(location()).toBe('/promotions?deposit=1&tab=concluded');
  });

  it('shows the others if one is invalid', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = promotion(1, { title: {} as never });
    mockCall('cmscontroller/getPromotions', [broken, promotion(2)]);
    await open(<PromotionsRoute />);
    expect(await screen.findByText('Promosyon 2')).toBeVisible();
    expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
  });

  it('offers a retry when the list cannot be loaded', async () => {
    mockError('cmscontroller/getPromotions', unavailable);
    const { user } = await open(<PromotionsRoute />);
    const again = await screen.findByRole('button', { name: 'Tekrar dene' });
    mockCall('cmscontroller/getPromotions', [promotion(1)]);
    await user.click(again);
    expect(await screen.findByText('Promosyon 1')).toBeInTheDocument();
  });
});

type Page = 'promotion' | 'promotions' | 'tournament' | 'tournaments';

it.each<[Page, ReactNode, string, Promotion[]?]>([
  ['promotions', <PromotionsRoute />, 'Şu anda aktif promosyon yok'],
  ['tournaments', <TournamentsRoute />, 'Şu anda devam eden turnuva yok'],
  ['promotion', <PromotionRoute />, 'Bu promosyon artık yok'],
  // The list contains only an inactive promotion.
  ['promotion', <PromotionRoute />, 'Bu promosyon artık yok', [promotion(1, { Status: 0 })]],
  ['tournament', <TournamentRoute />, 'Turnuva bulunamadı'],
])('the page of %s is empty without records', async (name, page, text, records) => {
  for (const call of ['cmscontroller/getPromotions', 'cmscontroller/getTournaments'] as const)
    mockError(call, { message: 'Kayıt Bulunamadı', code: 404 });
  if (records) mockCall('cmscontroller/getPromotions', records);
  const { pattern } = paths[name];
  await open(page, pattern.replace(':id', '1'), pattern);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
});

describe('a promotion', () => {
  const show = (id: number, player = false) =>
    open(<PromotionRoute />, `/promotions/${id}`, paths.promotion.pattern, player);

  it('shows its text without scripts and returns a guest after login', async () => {
    const { user, container } = await show(1);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Promosyon 1');
    expect(screen.getByText('Koşullar')).toBeInTheDocument();
    expect(container.querySelector('script')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Giriş yap' }));
    expect(stored.get('returnUrl')).toBe('/promotions/1');
  });

  it('opens the deposit drawer for a player', async () => {
    const opened = vi.fn();
    const unsubscribe = depositRequests.on('open', opened);
    const { user } = await show(1, true);
    await user.click(await screen.findByRole('button', { name: 'Para yatır' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith({});
    unsubscribe();
  });
});

describe('tournaments', () => {
  it('are grouped by phase with prize and provider', async () => {
    const coming = { ...tournament, id: 8, title: 'Sonraki', Start_date: '2026-05-20 00:00:00' };
    mockCall('cmscontroller/getTournaments', [tournament, coming]);
    const { user } = await open(<TournamentsRoute />);
    expect(await screen.findByText('250.000 TL')).toBeInTheDocument();
    expect(titles()).toEqual(['Liman yarışı']);
    await user.click(screen.getByRole('tab', { name: 'Yaklaşan' }));
    expect(titles()).toEqual(['Sonraki']);
  });

  it('show leaderboard and games in order and fetch pages until all games are found', async () => {
    mockCall('cmscontroller/getTournaments', [tournament]);
    const { providerName } = tournament;
    const plain = { ...exampleGame, providerName, isDemo: false, jackpot: null };
    const game = (gameID: number) => ({ ...plain, gameID, name: `Oyun ${gameID}` });
    const pagination = { limit: 250, offset: 0, total: 500 };
    const list = ({ data }: { data: { offset?: number } }) => [game(data.offset ? 1002 : 1001)];
    const requests = mockCall('casino/games_list', list, { pagination });
    await open(<TournamentRoute />, '/tournaments/7', paths.tournament.pattern);
    const rows = await screen.findAllByRole('row');
    expect(rows[1]).toHaveTextContent(/1d\*\*\*o1\.840100\.000 TL/);
    const second = await screen.findByRole('link', { name: 'Oyun 1002' });
    expect(second).toHaveAttribute('href', '/play/slot/1002/Kuzey%20Y%C4%B1ld%C4%B1z%C4%B1');
    const names = screen
      .getAllByRole('link', { name: /^Oyun/ })
      .map((element) => element.textContent);
    expect(names).toEqual(['Oyun 1002', 'Oyun 1001']);
    expect(requests.map(({ data }) => data.offset)).toEqual([0, 1]);
  });

  it('lead to the games while the leaderboard is empty', async () => {
    mockCall('cmscontroller/getTournaments', [{ ...tournament, leaderboard: [], gameIDs: [] }]);
    await open(<TournamentRoute />, '/tournaments/7', paths.tournament.pattern);
    expect(await screen.findByText('Sıralama henüz boş')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Oyunlara git' })).toHaveAttribute('href', '/slot');
  });

  it('request the next page of games one time from a failing platform', async () => {
    mockCall('cmscontroller/getTournaments', [tournament]);
    let failed: unknown[] = [];
    const first = () => {
      failed = mockError('casino/games_list', { message: 'Kapalı' });
      return [{ ...exampleGame, gameID: 5 }];
    };
    mockCall('casino/games_list', first, { pagination: { limit: 250, offset: 0, total: 500 } });
    await open(<TournamentRoute />, '/tournaments/7', paths.tournament.pattern);
    expect(await screen.findByText('Kapalı')).toBeInTheDocument();
    await waitForIdle();
    expect(failed).toHaveLength(1);
  });
});

describe('information pages', () => {
  const { pattern } = paths.info;

  it.each([
    ['/info/Privacy', '/info/Privacy', pattern, 'GizlilikBilgisi', 'Gizlilik'],
    ['/about-us', '/about-us', '/about-us', 'SiteInformation', 'Hakkımızda'],
  ] as const)('at %s show the text of their key', async (_, path, pattern, key, title) => {
    const requests = info(key, '<p>Verileriniz</p>', title);
    await open(<InfoRoute />, path, pattern);
    expect(await screen.findByText('Verileriniz')).toBeInTheDocument();
    expect(requests[0]?.data.InfType).toBe(key);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent(title);
  });

  it('show questions as disclosures', async () => {
    const details = '<details><summary>Nasıl?</summary><p>Böyle.</p></details>';
    info('SSSinformation', `<h2>Hesap</h2>${details}`);
    await open(<InfoRoute />, '/info/FAQ', pattern);
    const question = await screen.findByText('Nasıl?');
    expect(question.closest('details')).toHaveTextContent('Böyle.');
  });

  it('read headings as questions without disclosures, and find none in plain text', () => {
    const questions = [
      { question: 'Bir?', answer: '<p>a</p><p>b</p>' },
      { question: 'İki?', answer: '<p>c</p>' },
    ];
    const html = '<h3>Bir?</h3><p>a</p><p>b</p><h3>İki?</h3><p>c</p>';
    expect(readFaq(html)).toEqual([{ title: '', questions }]);
    expect(readFaq('<p>Yakında.</p>')).toEqual([]);
  });
});

describe('the contact page', () => {
  it('shows messengers, email, chat and social networks', async () => {
    changeBrand({ contact: { emails: ['destek@test.example'], chat: 'https://chat.example/' } });
    const links = { telegram: 'https://t.me/x', youtube: 'https://y.test.example/x' };
    info('SocialMediaLinks', JSON.stringify(links));
    await open(<ContactRoute />);
    for (const [name, href] of [
      ['YouTube', links.youtube],
      ['Mesaj gönder', links.telegram],
      ['Sohbeti başlat', 'https://chat.example/'],
      ['destek@test.example', 'mailto:destek@test.example'],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  });

  it.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an address that is not https', '{"telegram":"javascript:alert(1)"}'],
  ])('shows no links for %s', (_, text) => {
    expect(readLinks(text)).toEqual([]);
  });
});
