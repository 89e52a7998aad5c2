import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Tournament } from '@/contracts/types';
import { renderPage } from '@/testing';
import { TournamentChip } from './TournamentChip';

const [example] = examples['cmscontroller/getTournaments'].flatMap(
  ({ answer }) => answer.data as Tournament[],
);
const row = { rank: 3, player: 'demo', points: 120, prize: 50 };

it.each([
  ['the rank of the player', [row], '3'],
  ['its name while the player has none', [{ ...row, player: 'zengin' }], 'Bahar Turnuvası'],
])('the tournament of a game shows %s, and leads to it', async (_, leaderboard, text) => {
  const tournament = { ...example!, id: 4, title: 'Bahar Turnuvası', leaderboard };
  const { user, location } = await renderPage(<TournamentChip tournament={tournament} />, {
    namespaces: ['play'],
    player: true,
  });
  const link = screen.getByRole('link', { name: /Bahar Turnuvası/ });
  expect(link).toHaveTextContent(text);
  await user.click(link);
  expect(location()).toBe('/tournaments/4');
});
