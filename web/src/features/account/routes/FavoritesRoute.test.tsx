import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mockPlayerStart, renderPage, signIn } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { exampleGame } from '@/testing/fixtures';
import { FavoritesRoute } from './FavoritesRoute';

const game = { ...exampleGame, jackpot: null };

beforeEach(() => {
  signIn();
  mockPlayerStart();
  mockCall('casino/games_list', [game]);
});
const open = () => renderPage(<FavoritesRoute />, { namespaces: ['account', 'lobby'] });

it('removes a game by its favourite button, also from the displayed list', async () => {
  const { user } = await open();
  const requests = mockCall('user/favorites');
  await user.click(await screen.findByRole('button', { name: `${game.name}: favori` }));
  expect(await screen.findByText('Henüz favoriniz yok')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ mode: 'delete', type: 'casino', id: game.gameID });
  expect(screen.getByText('Favorilere Başarıyla Kaldırıldı')).toBeVisible();
});

it('has a tab of tables with a link to all tables', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('tab', { name: 'Canlı casino' }));
  const link = await screen.findByRole('link', { name: 'Masalara bak' });
  expect(link).toHaveAttribute('href', '/live');
});
