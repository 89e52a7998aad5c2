import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { stored } from '@/lib/storage/stored';
import { changeBrand, withoutCalls, withoutFeatures } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockCall, mockError } from '@/testing/server';
import { VirtualRoute } from './VirtualRoute';

const open = (path: string, player = false) =>
  renderPage(<VirtualRoute />, { path, namespaces: ['games'], player });

const missing = { level: 1, name: 'Bu sayfa kullanılamıyor' };
const none = 'Program ve oranları görmek için giriş yapın.';

beforeEach(() => {
  mockCall('virtualgames/preview', []);
});

it('the virtual games pages invite visitors and store the return address', async () => {
  const { user } = await open('/bingo');
  expect(screen.getByRole('heading', { name: 'Sesli bingo' })).toBeInTheDocument();
  const login = screen.getByRole('link', { name: 'Giriş yap ve oyna' });
  expect(login).toHaveAttribute('href', '/login');
  await user.click(login);
  expect(stored.get('returnUrl')).toBe('/bingo');
});

it('the virtual games pages show games with a provider of the brand only', async () => {
  changeBrand({ virtualGames: { zeplin: 7, soundbingo: 4 } });
  const { unmount } = await open('/virtual');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Zeplin' })).toBeInTheDocument();
  unmount();
  await open('/sport');
  expect(screen.getByRole('heading', missing)).toBeInTheDocument();
});

it('the virtual games pages show guests the next events of the platform', async () => {
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
  expect(screen.queryByText(none)).toBeNull();
});

it.each([
  ['has nothing to show', () => mockCall('virtualgames/preview', [])],
  ['fails', () => mockError('virtualgames/preview', { status: 503, message: 'Yok' })],
  ['is none that the platform has', () => withoutCalls('virtualgames/preview')],
])('the virtual games pages show one note if the preview %s', async (_, prepare) => {
  for (const path of ['/sport', '/virtual']) {
    prepare();
    const { unmount } = await open(path);
    expect(await screen.findAllByText(none)).toHaveLength(1);
    unmount();
  }
});

it('the virtual games pages show no note while a game has events or none has loaded', async () => {
  mockCall('virtualgames/preview', ({ data }) =>
    data.type === 'zeplin' ? [{ title: 'Uçuş', at: '2030-01-01 20:00:00', items: [] }] : [],
  );
  await open('/virtual');
  expect(screen.queryByText(none)).toBeNull();
  expect(await screen.findByText('Uçuş')).toBeVisible();
  await waitForIdle();
  expect(screen.queryByText(none)).toBeNull();
});

it('the virtual games pages are reported as missing if the brand does not have them', async () => {
  withoutFeatures('liveSport');
  await open('/live-sport', true);
  expect(screen.getByRole('heading', missing)).toBeInTheDocument();
});
