import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { GameRequest } from '@/components/games/model';
import { examples } from '@/contracts/examples';
import { slotCategory } from '@/contracts/constants';
import type { Game, Table } from '@/contracts/types';
import { mockCall, mockError, renderPage } from '@/testing';
import { RelatedGames } from './RelatedGames';

const game = examples['casino/games_list'].flatMap(({ answer }) => answer.data as Game[])[0]!;
const table = examples['livecasino/game_table_list'].flatMap(
  ({ answer }) => answer.data as Table[],
)[0]!;
const named = (gameID: number): Game => ({ ...game, gameID, name: `Oyun ${gameID}` });
const request: GameRequest = { kind: 'slot', id: 1, demo: false };
const running: Game = { ...named(1), providerID: 9, categories: [slotCategory.mostPopular, 27] };

const show = (related: React.ReactNode) => renderPage(related, { namespaces: ['play', 'lobby'] });
const names = () => screen.getAllByRole('listitem').map((it) => it.textContent);

it('like a slot are those of its provider, then those of its own category, each once', async () => {
  mockCall('casino/games_list', ({ data }) =>
    data.providerID === 9
      ? [running, named(2)]
      : data.categoryID === 27
        ? [named(2), named(3)]
        : [],
  );
  await show(<RelatedGames game={request} known={running} />);
  await screen.findByRole('link', { name: 'Oyun 2' });
  await screen.findByRole('link', { name: 'Oyun 3' });
  expect(names()).toEqual([expect.stringContaining('Oyun 2'), expect.stringContaining('Oyun 3')]);
});

it('like an unknown slot are the most popular ones', async () => {
  const requests = mockCall('casino/games_list', [named(5)]);
  await show(<RelatedGames game={request} known={undefined} />);
  await screen.findByRole('link', { name: 'Oyun 5' });
  expect(requests.map(({ data }) => data.categoryID)).toEqual([slotCategory.mostPopular]);
});

it('like a live table are open tables', async () => {
  const other = (tableID: number, isOpen: boolean): Table => ({
    ...table,
    tableID,
    name: `Masa ${tableID}`,
    isOpen,
  });
  mockCall('livecasino/game_table_list', [other(2, false), other(3, true)]);
  const live: GameRequest = { ...request, kind: 'live' };
  await show(<RelatedGames game={live} known={other(1, true)} />);
  await screen.findByRole('link', { name: 'Masa 3' });
  expect(screen.queryByRole('link', { name: 'Masa 2' })).toBeNull();
});

it('are not there where there are none, and can be asked for again where they fail', async () => {
  mockError('casino/games_list', { code: 500, message: 'Olmadı' });
  const { user } = await show(<RelatedGames game={request} known={undefined} />);
  const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
  mockCall('casino/games_list', []);
  await user.click(retry);
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});
