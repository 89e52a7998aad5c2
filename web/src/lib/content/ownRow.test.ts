import { expect, it } from 'vitest';
import type { LeaderboardRow } from '@/contracts/types';
import { ownRow } from './ownRow';

const rows = (...players: string[]): LeaderboardRow[] =>
  players.map((player, index) => ({ rank: index + 1, player, points: 10, prize: 0 }));

it.each([
  ['the whole name', rows('ayşe', 'demo'), 'demo', 2],
  ['a masked name', rows('de***mo', 'ay***şe'), 'denizmo', 1],
  ['a masked name with other signs', rows('ay•••şe'), 'ayfatmaşe', 1],
])('finds the row of a player by %s', (_, board, username, rank) => {
  expect(ownRow(board, username)?.rank).toBe(rank);
});

it.each([
  ['two rows match', rows('de***mo', 'd***mo'), 'denizmo'],
  ['the mask shows nothing', rows('***'), 'demo'],
  ['the mask shows one letter', rows('d***'), 'demo'],
  ['the name is shorter than what is shown', rows('dem***emo'), 'demo'],
  ['another player is shown', rows('ay***şe'), 'demo'],
  ['there is no player', rows('de***mo'), undefined],
])('finds none when %s', (_, board, username) => {
  expect(ownRow(board, username)).toBeUndefined();
});
