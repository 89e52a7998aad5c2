import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Bonus } from '@/contracts/types';
import { systemClock } from '@/lib/clock';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { HistoryRoute } from './HistoryRoute';

const open = (kind: string) =>
  renderPage(<HistoryRoute />, {
    path: `/profile/history/${kind}`,
    pattern: '/profile/history/:kind',
    namespaces: ['history'],
    player: true,
  });

it('shows bets of the last thirty days with their selections', async () => {
  const requests = mockCall('betframe/getCoupons');
  const { user, location } = await open('bets');
  const coupon = await screen.findByText(/seçim/);
  expect(coupon).toBeVisible();
  const { startDate, endDate } = requests[0]!.data;
  expect(Date.parse(endDate) - Date.parse(startDate)).toBe(30 * 86_400_000);
  const pick = screen.getByText(/Karadeniz SK - Ege FK/);
  await user.click(coupon);
  expect(pick).toBeVisible();
  expect(screen.getByText('880123')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Durum'), 'Kazandı');
  await waitFor(() => expect(requests.at(-1)?.data).toMatchObject({ status: 'won' }));
  await user.selectOptions(screen.getByLabelText('Dönem'), 'Bugün');
  await waitFor(() => expect(location()).toBe('/profile/history/bets?status=won&period=today'));
});

it('shows the net results of rounds', async () => {
  mockCall('user/game_history');
  await open('games');
  expect(await screen.findByText('Boğaz Fırtınası')).toBeVisible();
  expect(screen.getByText('+7,50 TL')).toBeVisible();
});

it('filters the wallet transactions by the platform’s types and categories', async () => {
  mockCall('finance/list_types_frontend');
  mockCall('finance/list_categories');
  mockCall('finance/list_sub_categories', [{ id: 11, name: 'Banka havalesi' }]);
  const requests = mockCall('finance/list_transactions');
  const { user, location } = await open('finance');
  await screen.findByText('9900412');
  await user.selectOptions(screen.getByLabelText('Tür'), 'Oyun');
  await user.selectOptions(screen.getByLabelText('Kategori'), 'Çekim');
  await waitFor(() =>
    expect(requests.at(-1)?.data).toMatchObject({ searchType: 2, searchCategory: 2 }),
  );
  await user.selectOptions(await screen.findByLabelText('Alt kategori'), 'Banka havalesi');
  await waitFor(() => expect(requests.at(-1)?.data).toMatchObject({ searchSubCategory: 11 }));
  expect(location()).toBe('/profile/history/finance?type=2&category=2&subcategory=11');
  // Another category has other sub-categories.
  await user.selectOptions(screen.getByLabelText('Kategori'), 'Tüm kategoriler');
  await waitFor(() => expect(location()).toBe('/profile/history/finance?type=2'));
  expect(screen.queryByLabelText('Alt kategori')).toBeNull();
});

it('shows the finished bonuses that ended within the selected period', async () => {
  const [bonus] = examples['user/list_bonuses'][0]!.answer.data as [Bonus];
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.UTC(2026, 2, 20, 9));
  const ended = (bonusID: number, title: string, over: Partial<Bonus>): Bonus => ({
    ...bonus,
    ...over,
    bonusID,
    title,
    status: 'finished',
  });
  const requests = mockCall('user/list_bonuses', [
    ended(1, 'Bugün bitti', { ended_at: '2026-03-20 08:00:00', expires_at: '2026-04-03 23:59:59' }),
    ended(2, 'Eskiden bitti', {
      ended_at: '2026-01-20 23:59:59',
      expires_at: '2026-04-03 23:59:59',
    }),
    ended(3, 'Süresi doldu', { expires_at: '2026-01-20 23:59:59' }),
    ended(4, 'Sonu bilinmiyor', { expires_at: '2026-04-03 23:59:59' }),
  ]);
  const { user } = await open('bonus');
  expect(await screen.findByText('Eskiden bitti')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ status: 'finished' });
  await user.selectOptions(screen.getByLabelText('Dönem'), 'Bugün');
  await waitFor(() => expect(screen.queryByText('Eskiden bitti')).toBeNull());
  expect(screen.queryByText('Süresi doldu')).toBeNull();
  expect(screen.getByText('Bugün bitti')).toBeVisible();
  const unknown = screen.getByText('Sonu bilinmiyor').closest('tr, li')!;
  expect(unknown).toHaveTextContent('Bilinmiyor');
  expect(unknown).not.toHaveTextContent('03/04/2026');
});

it('offers a retry when a history cannot be loaded', async () => {
  mockError('betframe/getCoupons', {
    status: 504,
    debug: 'upstream timeout',
    message: 'Zaman aşımı',
  });
  const { user } = await open('bets');
  expect(await screen.findByText('Zaman aşımı')).toBeVisible();
  mockCall('betframe/getCoupons');
  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  expect(await screen.findByText(/seçim/)).toBeVisible();
});
