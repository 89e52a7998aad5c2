import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Game } from '@/contracts/types';
import { mockCall, mockPlayerStart, renderPage, signIn } from '@/testing';
import { FavoritesRoute } from './FavoritesRoute';

const example = examples['casino/games_list'].find(({ result }) => result);
const game = { ...(example?.answer.data as Game[])[0]!, jackpot: null };

async function open(games: Game[]) {
  signIn();
  mockPlayerStart();
  mockCall('casino/games_list', games);
  return renderPage(<FavoritesRoute />, { namespaces: ['account', 'lobby'] });
}

it('removes a game by its favourite button, also from the displayed list (spec §4)', async () => {
  const { user } = await open([game]);
  const requests = mockCall('user/favorites');
  await user.click(await screen.findByRole('button', { name: `${game.name}: favori` }));
  expect(await screen.findByText('Henüz favoriniz yok')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ mode: 'delete', type: 'casino', id: game.gameID });
  expect(screen.getByText('Favorilere Başarıyla Kaldırıldı')).toBeVisible();
});

it('has a tab of tables with a link to all tables', async () => {
  const { user } = await open([game]);
  await user.click(await screen.findByRole('tab', { name: 'Canlı casino' }));
  expect(await screen.findByRole('link', { name: 'Masalara bak' })).toHaveAttribute(
    'href',
    '/live',
  );
});
