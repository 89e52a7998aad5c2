import { useState } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { GameRequest } from '@/components/games/model/runningGame';
import { slotCategory } from '@/contracts/constants';
import type { Game, Table } from '@/contracts/types';
import { renderPage } from '@/testing/render';
import { exampleOf, mockCall, mockError } from '@/testing/server';
import { exampleGame as game, exampleTable as table } from '@/testing/fixtures';
import { GameFacts } from './GameDetails';
import { RelatedGames, TournamentStanding } from '../routes/PlayRoute';
import { TournamentChip } from './PlayBar';

const named = (gameID: number): Game => ({ ...game, gameID, name: `Oyun ${gameID}` });
const request: GameRequest = { kind: 'slot', id: 1, demo: false, provider: undefined };
const running: Game = { ...named(1), providerID: 9, categories: [slotCategory.mostPopular, 27] };

const show = (related: React.ReactNode) => renderPage(related, { namespaces: ['play', 'lobby'] });
const names = () => screen.getAllByRole('listitem').map((element) => element.textContent);

it('games like a slot come from its provider, then from its category, without duplicates', async () => {
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

it('games like an unknown slot are the most popular ones', async () => {
  const requests = mockCall('casino/games_list', [named(5)]);
  await show(<RelatedGames game={request} known={undefined} />);
  await screen.findByRole('link', { name: 'Oyun 5' });
  expect(requests.map(({ data }) => data.categoryID)).toEqual([slotCategory.mostPopular]);
});

it('games like a live table are open tables', async () => {
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

it('similar games are missing if there are none, and offer a retry after a failure', async () => {
  mockError('casino/games_list', { code: 500, message: 'Olmadı' });
  const { user } = await show(<RelatedGames game={request} known={undefined} />);
  const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
  mockCall('casino/games_list', []);
  await user.click(retry);
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});

it('the facts are the largest win as a multiple of the stake, and the volatility', async () => {
  await show(<GameFacts game={{ ...game, maxWin: 5000, volatility: 'high' }} />);
  expect(screen.getByText('×5.000')).toBeVisible();
  expect(screen.getByText('Yüksek')).toBeVisible();
});

const row = { rank: 3, player: 'demo', points: 120, prize: 50 };

it('a changed rank of the player is shown and announced in the standing', async () => {
  const [example] = exampleOf('cmscontroller/getTournaments');
  const standing = (rank: number) => (
    <TournamentStanding tournament={{ ...example!, leaderboard: [{ ...row, rank }] }} />
  );
  let change: (rank: number) => void = () => undefined;
  const Polled = () => {
    const [rank, setRank] = useState(12);
    change = setRank;
    return standing(rank);
  };
  await renderPage(<Polled />, { namespaces: ['play'], player: true });
  expect(screen.queryByText(/yükseldiniz|değişti/)).toBeNull();
  act(() => change(9));
  expect(screen.getByText('Sıralamada yükseldiniz: 9.')).toHaveRole('status');
  act(() => change(10));
  expect(screen.getByText('Sıralama değişti: 10.')).toHaveRole('status');
});

it.each([
  ['the rank of the player', [row], '3'],
  ['its name while the player has none', [{ ...row, player: 'zengin' }], 'Bahar Turnuvası'],
])('the tournament of a game shows %s, and leads to it', async (_, leaderboard, text) => {
  const [example] = exampleOf('cmscontroller/getTournaments');
  const tournament = { ...example!, id: 4, title: 'Bahar Turnuvası', leaderboard };
  const options = { namespaces: ['play'], player: true };
  const { user, location } = await renderPage(<TournamentChip tournament={tournament} />, options);
  const link = screen.getByRole('link', { name: /Bahar Turnuvası/ });
  expect(link).toHaveTextContent(text);
  await user.click(link);
  expect(location()).toBe('/tournaments/4');
});
