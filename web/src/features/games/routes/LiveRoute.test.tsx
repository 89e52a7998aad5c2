import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { gamePageSize } from '@/contracts/constants';
import { examples } from '@/contracts/examples';
import type { Table } from '@/contracts/types';
import { stored } from '@/lib/storage';
import { mockCall, mockError, renderPage, waitForIdle } from '@/testing';
import { LiveRoute } from './LiveRoute';

const open = (provider: number, player = false) =>
  renderPage(<LiveRoute />, {
    player,
    path: `/live/provider/${provider}`,
    pattern: '/live/provider/:providerID',
    namespaces: ['games', 'lobby'],
  });

const example = examples['livecasino/game_table_list'].flatMap(
  ({ answer }) => answer.data as Table[],
)[0]!;

const closedTables = (count: number): Table[] =>
  Array.from({ length: count }, (_, index) => ({
    ...example,
    tableID: index + 1,
    name: `Kapalı ${index + 1}`,
    isOpen: false,
  }));

beforeEach(() => {
  mockCall('livecasino/category_list');
});

describe('the list of live tables', () => {
  it('shows dealer, limits, seats and whether the table is open', async () => {
    mockCall('livecasino/provider_list');
    mockCall('livecasino/game_table_list', [
      {
        tableID: 5001,
        name: 'Galata Rulet',
        providerID: 1,
        providerName: 'Poyraz Live',
        image: '',
        categories: [201],
        type: 'roulette',
        dealer: 'Elif',
        minBet: 5,
        maxBet: 25_000,
        seats: 7,
        seatsTaken: 3,
        isOpen: true,
      },
    ]);
    await open(1);
    expect(await screen.findByRole('link', { name: 'Galata Rulet' })).toHaveAttribute(
      'href',
      '/play/live/5001/Poyraz%20Live',
    );
    expect(screen.getByText('Elif')).toBeInTheDocument();
    expect(screen.getByText('5 TL – 25 B TL')).toBeInTheDocument();
    expect(screen.getByText('3/7 koltuk')).toBeInTheDocument();
    expect(screen.getByText('Canlı')).toBeInTheDocument();
  });

  it('requests the wider list of studios if the stored rid is 20', async () => {
    stored.set('ridValue', '20');
    const requests = mockCall('livecasino/provider_list');
    await open(2, true);
    await screen.findByText('Bu filtrelere uyan masa yok');
    await waitForIdle();
    expect(requests[0]?.data.status).toBe(2);
  });

  it('requests without a status otherwise', async () => {
    stored.set('ridValue', '3');
    const requests = mockCall('livecasino/provider_list');
    await open(3, true);
    await screen.findByText('Bu filtrelere uyan masa yok');
    await waitForIdle();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.data).not.toHaveProperty('status');
  });

  it('shows closed tables where the page with the open ones cannot be loaded', async () => {
    mockCall('livecasino/provider_list');
    const closed = closedTables(gamePageSize);
    let failed: readonly unknown[] = [];
    mockCall(
      'livecasino/game_table_list',
      () => {
        failed = mockError('livecasino/game_table_list', { message: 'Ulaşılamıyor' });
        return closed;
      },
      { pagination: { limit: gamePageSize, offset: 0, total: gamePageSize + 1 } },
    );
    const { user } = await open(5);
    expect(await screen.findByText('Ulaşılamıyor')).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Kapalı \d/ })).toHaveLength(gamePageSize);
    await waitForIdle();
    expect(failed).toHaveLength(1);

    mockCall(
      'livecasino/game_table_list',
      [{ ...closed[0]!, tableID: 999, name: 'Açık', isOpen: true }],
      {
        pagination: { limit: gamePageSize, offset: gamePageSize, total: gamePageSize + 1 },
      },
    );
    await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
    await screen.findByRole('link', { name: 'Açık' });
    expect(screen.queryByText('Ulaşılamıyor')).toBeNull();
  });

  it('treats "no records" as an empty list', async () => {
    mockCall('livecasino/provider_list');
    mockError('livecasino/game_table_list', {
      code: 404,
      debug: 'no records',
      message: 'Kayıt Bulunamadı',
    });
    await open(4);
    expect(await screen.findByText('Bu filtrelere uyan masa yok')).toBeInTheDocument();
  });
});
