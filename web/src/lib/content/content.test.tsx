import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LeaderboardRow } from '@/contracts/types';
import { nextChange, phaseOf, timeOf, usePhases, type Dated } from './phase';
import { ownRow } from './calls';

const item = (Start_date: string, End_date: string): Dated => ({ Start_date, End_date });
/** 12:00 in Istanbul. */
const noon = Date.UTC(2026, 4, 10, 9);

it.each([
  ['before its start', '2026-05-10 12:00:01', '2026-05-11 00:00:00', 'upcoming'],
  ['at its start', '2026-05-10 12:00:00', '2026-05-11 00:00:00', 'active'],
  ['at its end', '2026-05-09 00:00:00', '2026-05-10 12:00:00', 'active'],
  ['after its end', '2026-05-09 00:00:00', '2026-05-10 11:59:59', 'concluded'],
])('phaseOf knows an item %s', (_, start, end, phase) => {
  expect(phaseOf(item(start, end), noon)).toBe(phase);
});

it('nextChange returns the next start or end, and undefined after the last', () => {
  const over = item('2026-01-01 00:00:00', '2026-01-02 00:00:00');
  const running = item('2026-01-01 00:00:00', '2026-05-10 13:00:00');
  expect(nextChange([over, running], noon)).toBe(timeOf('2026-05-10 13:00:00') + 1);
  expect(nextChange([over], noon)).toBeUndefined();
});

describe('usePhases', () => {
  afterEach(() => vi.useRealTimers());

  it('moves an item to its next phase on time', () => {
    vi.useFakeTimers({ now: noon });
    const items = [item('2026-05-10 12:00:05', '2026-05-10 12:00:10')];
    function Phases() {
      const phases = usePhases(items);
      const found = (['upcoming', 'active', 'concluded'] as const).find(
        (entry) => phases?.[entry].length,
      );
      return <p>{found}</p>;
    }
    render(<Phases />);
    expect(screen.getByText('upcoming')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.getByText('active')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(5001));
    expect(screen.getByText('concluded')).toBeInTheDocument();
  });
});

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
