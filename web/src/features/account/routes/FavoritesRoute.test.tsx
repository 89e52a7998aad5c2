import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { holdCall, mockCall, mockPlayerStart, renderPage, signIn } from '@/testing';
import { exampleGame } from '@/testing/fixtures';
import { FavoritesRoute } from './FavoritesRoute';

const game = { ...exampleGame, jackpot: null };

beforeEach(() => {
  signIn();
  mockPlayerStart();
  mockCall('casino/games_list', [game]);
});
const open = () => renderPage(<FavoritesRoute />, { namespaces: ['account', 'lobby'] });

it('removes games by their favourite buttons, also from the displayed list (spec §4)', async () => {
  mockCall('casino/games_list', [game, { ...game, gameID: 8, name: 'Lale' }]);
  const { user } = await open();
  const requests = mockCall('user/favorites');
  const answer = holdCall('user/favorites');
  await user.click(await screen.findByRole('button', { name: `${game.name}: favori` }));
  await user.click(screen.getByRole('button', { name: 'Lale: favori' }));
  answer();
  expect(await screen.findByText('Henüz favoriniz yok')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ mode: 'delete', type: 'casino', id: game.gameID });
  expect(requests[1]?.data).toMatchObject({ mode: 'delete', id: 8 });
  expect(screen.getAllByText('Favorilere Başarıyla Kaldırıldı')[0]).toBeVisible();
});

it('has a tab of tables with a link to all tables', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('tab', { name: 'Canlı casino' }));
  const link = await screen.findByRole('link', { name: 'Masalara bak' });
  expect(link).toHaveAttribute('href', '/live');
});
