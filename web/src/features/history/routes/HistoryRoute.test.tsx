import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockCall, mockError, renderPage } from '@/testing';
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
  const { user } = await open('bets');
  expect(await screen.findByText('880123')).toBeVisible();
  const { startDate, endDate } = requests[0]!.data;
  expect(Date.parse(endDate) - Date.parse(startDate)).toBe(30 * 86_400_000);
  const pick = screen.getByText(/Karadeniz SK - Ege FK/);
  await user.click(screen.getByText('880123'));
  expect(pick).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Durum'), 'Kazandı');
  await waitFor(() => expect(requests.at(-1)?.data).toMatchObject({ status: 'won' }));
});

it('shows rounds with their net results', async () => {
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

it('shows finished bonuses', async () => {
  const requests = mockCall('user/list_bonuses');
  await open('bonus');
  expect(await screen.findByText('Hoş geldin bonusu')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ status: 'finished' });
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
  expect(await screen.findByText('880123')).toBeVisible();
});

it('redirects from an unknown history to an existing one', async () => {
  mockCall('user/game_history');
  const { location } = await open('nothing');
  await waitFor(() => expect(location()).toBe('/profile/history/games'));
});
