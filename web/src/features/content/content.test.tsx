import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { depositRequests } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths';
import { setBootstrap } from '@/lib/bootstrap';
import { timeOf } from '@/lib/content';
import { stored } from '@/lib/storage';
import type { Game, Promotion, Tournament } from '@/contracts/types';
import { mockCall, mockError, renderPage, waitForIdle, testBrand } from '@/testing';
import { readLinks } from './api/useSocialLinks';
import { readFaq } from './model/readFaq';
import { ContactRoute } from './routes/ContactRoute';
import { InfoRoute } from './routes/InfoRoute';
import { PromotionRoute } from './routes/PromotionRoute';
import { PromotionsRoute } from './routes/PromotionsRoute';
import { TournamentRoute } from './routes/TournamentRoute';
import { TournamentsRoute } from './routes/TournamentsRoute';

const namespaces = ['content', 'lobby'];

const promotion = (id: number, overrides: Partial<Promotion>): Promotion => ({
  id,
  title: `Promosyon ${id}`,
  summary: 'Özet',
  html: '<p>Koşullar</p><script>alert(1)</script>',
  image: '',
  Status: 1,
  Start_date: '2026-05-01 00:00:00',
  End_date: '2026-05-31 23:59:59',
  order: id,
  ...overrides,
});

const promotions = [
  promotion(1, { order: 2 }),
  promotion(2, { order: 1 }),
  promotion(3, { Status: 0 }),
  promotion(4, { Start_date: '2026-05-20 00:00:00' }),
  promotion(5, { Start_date: '2026-04-01 00:00:00', End_date: '2026-04-30 00:00:00' }),
];

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

const game = (gameID: number): Game => ({
  gameID,
  name: `Oyun ${gameID}`,
  providerID: 1,
  providerName: 'Kuzey Yıldızı',
  image: '',
  categories: [],
  type: 'slot',
  rtp: 96,
  volatility: 'low',
  minBet: 1,
  maxBet: 100,
  isNew: false,
  isDemo: false,
  jackpot: null,
});

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(timeOf('2026-05-10 12:00:00'));
});

describe('the promotions page', () => {
  it('shows running promotions in the brand’s order and no inactive ones', async () => {
    mockCall('cmscontroller/getPromotions', promotions);
    await renderPage(<PromotionsRoute />, { namespaces });
    await screen.findByText('Promosyon 2');
    expect(titles()).toEqual(['Promosyon 2', 'Promosyon 1']);
  });

  it('shows upcoming and finished ones in tabs and stores the tab in the address', async () => {
    mockCall('cmscontroller/getPromotions', promotions);
    const { user, location } = await renderPage(<PromotionsRoute />, { namespaces });
    await screen.findByText('Promosyon 1');
    await user.click(screen.getByRole('tab', { name: 'Yakında' }));
    expect(titles()).toEqual(['Promosyon 4']);
    await user.click(screen.getByRole('tab', { name: 'Sona eren' }));
    expect(titles()).toEqual(['Promosyon 5']);
    expect(location()).toContain('tab=concluded');
  });

  it('shows the others where one cannot be shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockCall('cmscontroller/getPromotions', [
      promotion(1, { title: {} as never }),
      promotion(2, {}),
    ]);
    await renderPage(<PromotionsRoute />, { namespaces });
    expect(await screen.findByText('Promosyon 2')).toBeVisible();
    expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
  });

  it('offers a retry when the list cannot be loaded', async () => {
    mockError('cmscontroller/getPromotions', { status: 502, debug: 'bad upstream answer' });
    const { user } = await renderPage(<PromotionsRoute />, { namespaces });
    const again = await screen.findByRole('button', { name: 'Tekrar dene' });
    mockCall('cmscontroller/getPromotions', promotions);
    await user.click(again);
    expect(await screen.findByText('Promosyon 1')).toBeInTheDocument();
  });
});

it.each([
  ['cmscontroller/getPromotions', <PromotionsRoute />, 'promotions', 'Şu anda aktif promosyon yok'],
  [
    'cmscontroller/getTournaments',
    <TournamentsRoute />,
    'tournaments',
    'Şu anda devam eden turnuva yok',
  ],
  ['cmscontroller/getPromotions', <PromotionRoute />, 'promotion', 'Bu promosyon artık yok'],
  ['cmscontroller/getTournaments', <TournamentRoute />, 'tournament', 'Turnuva bulunamadı'],
] as const)('%s without records is an empty list', async (call, page, name, text) => {
  mockError(call, { message: 'Kayıt Bulunamadı', code: 404 });
  const { pattern } = paths[name];
  await renderPage(page, { namespaces, path: pattern.replace(':id', '1'), pattern });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull();
});

describe('a promotion', () => {
  const pattern = paths.promotion.pattern;

  it('shows its text without scripts and returns a guest after login', async () => {
    mockCall('cmscontroller/getPromotions', promotions);
    const { user, container } = await renderPage(<PromotionRoute />, {
      namespaces,
      pattern,
      path: '/promotions/1',
    });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Promosyon 1');
    expect(screen.getByText('Koşullar')).toBeInTheDocument();
    expect(container.querySelector('script')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Giriş yap' }));
    expect(stored.get('returnUrl')).toBe('/promotions/1');
  });

  it('opens the deposit drawer for a player', async () => {
    const opened = vi.fn();
    const unsubscribe = depositRequests.on('open', opened);
    mockCall('cmscontroller/getPromotions', promotions);
    const { user } = await renderPage(<PromotionRoute />, {
      namespaces,
      pattern,
      path: '/promotions/1',
      player: true,
    });
    await user.click(await screen.findByRole('button', { name: 'Para yatır' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith({});
    unsubscribe();
  });

  it('reports a promotion that does not exist', async () => {
    mockCall('cmscontroller/getPromotions', promotions);
    await renderPage(<PromotionRoute />, { namespaces, pattern, path: '/promotions/3' });
    expect(await screen.findByText('Bu promosyon artık yok')).toBeInTheDocument();
  });
});

describe('tournaments', () => {
  it('are grouped by phase with prize and provider', async () => {
    const coming = { ...tournament, id: 8, title: 'Sonraki', Start_date: '2026-05-20 00:00:00' };
    mockCall('cmscontroller/getTournaments', [tournament, coming]);
    const { user } = await renderPage(<TournamentsRoute />, { namespaces });
    expect(await screen.findByText('250.000 TL')).toBeInTheDocument();
    expect(titles()).toEqual(['Liman yarışı']);
    await user.click(screen.getByRole('tab', { name: 'Yaklaşan' }));
    expect(titles()).toEqual(['Sonraki']);
  });

  it('show leaderboard and games in order and fetch pages until all games are found', async () => {
    mockCall('cmscontroller/getTournaments', [tournament]);
    const requests = mockCall(
      'casino/games_list',
      ({ data }) => [game(data.offset ? 1002 : 1001)],
      {
        pagination: { limit: 250, offset: 0, total: 500 },
      },
    );
    await renderPage(<TournamentRoute />, {
      namespaces,
      pattern: paths.tournament.pattern,
      path: '/tournaments/7',
    });
    const rows = await screen.findAllByRole('row');
    expect(rows[1]).toHaveTextContent(/1d\*\*\*o1\.840100\.000 TL/);
    const second = await screen.findByRole('link', { name: 'Oyun 1002' });
    expect(second).toHaveAttribute('href', '/play/slot/1002/Kuzey%20Y%C4%B1ld%C4%B1z%C4%B1');
    const names = screen.getAllByRole('link', { name: /^Oyun/ }).map((it) => it.textContent);
    expect(names).toEqual(['Oyun 1002', 'Oyun 1001']);
    expect(requests.map(({ data }) => data.offset)).toEqual([0, 250]);
  });
});

describe('information pages', () => {
  const pattern = paths.info.pattern;

  it('show the text of their key', async () => {
    const requests = mockCall('cmscontroller/getInformation', [
      { InfType: 'GizlilikBilgisi', Title: 'Gizlilik', Text: '<p>Verileriniz</p>' },
    ]);
    await renderPage(<InfoRoute />, { namespaces, pattern, path: '/info/Privacy' });
    expect(await screen.findByText('Verileriniz')).toBeInTheDocument();
    expect(requests[0]?.data.InfType).toBe('GizlilikBilgisi');
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Gizlilik');
  });

  it('show questions as disclosures', async () => {
    const Text = '<h2>Hesap</h2><details><summary>Nasıl?</summary><p>Böyle.</p></details>';
    mockCall('cmscontroller/getInformation', [{ InfType: 'SSSinformation', Title: 'SSS', Text }]);
    await renderPage(<InfoRoute />, { namespaces, pattern, path: '/info/FAQ' });
    const question = await screen.findByText('Nasıl?');
    expect(question.closest('details')).toHaveTextContent('Böyle.');
  });

  it('show “about us” at its own address', async () => {
    const requests = mockCall('cmscontroller/getInformation');
    await renderPage(<InfoRoute />, { namespaces, pattern: '/about-us', path: '/about-us' });
    await screen.findByRole('heading', { level: 1 });
    await waitForIdle();
    expect(requests[0]?.data.InfType).toBe('SiteInformation');
  });
});

describe('readFaq', () => {
  it('parses headings as questions where there are no disclosures', () => {
    expect(readFaq('<h3>Bir?</h3><p>a</p><p>b</p><h3>İki?</h3><p>c</p>')).toEqual([
      {
        title: '',
        questions: [
          { question: 'Bir?', answer: '<p>a</p><p>b</p>' },
          { question: 'İki?', answer: '<p>c</p>' },
        ],
      },
    ]);
  });

  it('returns no questions for plain text', () => {
    expect(readFaq('<p>Yakında.</p>')).toEqual([]);
  });
});

describe('the contact page', () => {
  const links = { telegram: 'https://t.me/x', youtube: 'https://y.test.example/x' };

  it('shows messengers, e-mail, chat and social networks', async () => {
    setBootstrap({
      ...testBrand,
      contact: { emails: ['destek@test.example'], chat: 'https://chat.example/' },
    });
    mockCall('cmscontroller/getInformation', [
      { InfType: 'SocialMediaLinks', Title: '', Text: JSON.stringify(links) },
    ]);
    await renderPage(<ContactRoute />, { namespaces });
    expect(await screen.findByRole('link', { name: 'YouTube' })).toHaveAttribute(
      'href',
      links.youtube,
    );
    expect(screen.getByRole('link', { name: 'Mesaj gönder' })).toHaveAttribute(
      'href',
      links.telegram,
    );
    expect(screen.getByRole('link', { name: 'Sohbeti başlat' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'destek@test.example' })).toHaveAttribute(
      'href',
      'mailto:destek@test.example',
    );
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
