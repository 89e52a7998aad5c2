import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { gamePageSize } from '@/contracts/constants';
import type { Table } from '@/contracts/types';
import { stored } from '@/lib/storage/stored';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { exampleTable } from '@/testing/fixtures';
import { LiveRoute } from './LiveRoute';

const open = (provider: number, player = false) =>
  renderPage(<LiveRoute />, {
    player,
    path: `/live/provider/${provider}`,
    pattern: '/live/provider/:providerID',
    namespaces: ['games', 'lobby'],
  });

const closedTables = (count: number): Table[] =>
  Array.from({ length: count }, (_, index) => ({
    ...exampleTable,
    tableID: index + 1,
    name: `Kapalı ${index + 1}`,
    isOpen: false,
  }));

beforeEach(() => {
  mockCall('livecasino/category_list');
  mockCall('livecasino/provider_list');
});

it('the list of live tables shows dealer, limits, seats and whether the table is open', async () => {
  const table: Table = {
    ...exampleTable,
    tableID: 5001,
    name: 'Galata Rulet',
    providerName: 'Poyraz Live',
    dealer: 'Elif',
    minBet: 5,
    maxBet: 25_000,
    seats: 7,
    seatsTaken: 3,
    isOpen: true,
  };
  mockCall('livecasino/game_table_list', [table]);
  await open(1);
  const link = await screen.findByRole('link', { name: 'Galata Rulet' });
  expect(link).toHaveAttribute('href', '/play/live/5001/Poyraz%20Live');
  for (const text of ['Elif', '5 TL – 25.000 TL', '3/7 koltuk', 'Canlı'])
    expect(screen.getByText(text)).toBeInTheDocument();
});

it.each([
  ['20', 2],
  ['3', undefined],
])(
  'the list of live tables requests the studios of the stored rid %s with status %s',
  async (rid, status) => {
    stored.set('ridValue', rid);
    const requests = mockCall('livecasino/provider_list');
    await open(2, true);
    await screen.findByText('Bu filtrelere uyan masa yok');
    await waitForIdle();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.data.status).toBe(status);
  },
);

it('the list of live tables shows closed tables if the page with the open ones fails', async () => {
  const closed = closedTables(gamePageSize);
  const page = (offset: number) => ({
    pagination: { limit: gamePageSize, offset, total: gamePageSize + 1 },
  });
  let failed: readonly unknown[] = [];
  const first = () => {
    failed = mockError('livecasino/game_table_list', { message: 'Ulaşılamıyor' });
    return closed;
  };
  mockCall('livecasino/game_table_list', first, page(0));
  const { user } = await open(5);
  expect(await screen.findByText('Ulaşılamıyor')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Kapalı \d/ })).toHaveLength(gamePageSize);
  await waitForIdle();
  expect(failed).toHaveLength(1);

  const last = [{ ...closed[0]!, tableID: 999, name: 'Açık', isOpen: true }];
  mockCall('livecasino/game_table_list', last, page(gamePageSize));
  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  await screen.findByRole('link', { name: 'Açık' });
  expect(screen.queryByText('Ulaşılamıyor')).toBeNull();
});
