import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { gameDetails, runningGame } from '@/components/games/model';
import { examples } from '@/contracts/examples';
import type { Game } from '@/contracts/types';
import { renderPage } from '@/testing';
import { GameHost } from './GameHost';

const failing = vi.hoisted(() => ({ game: false, details: false }));

vi.mock('@/features/play/components/GameLayer', () => ({
  GameLayer: () => {
    if (failing.game) throw new Error('game');
    return <p>running</p>;
  },
}));
vi.mock('@/features/play/components/GameDetails', () => ({
  GameDetails: () => {
    if (failing.details) throw new Error('details');
    return <p>details</p>;
  },
}));

const game = examples['casino/games_list'].flatMap(({ answer }) => answer.data as Game[])[0]!;
const address = '/play/slot/1001';

const open = (path: string) =>
  renderPage(
    <>
      <p>page</p>
      <GameHost />
    </>,
    { path },
  );
const runGame = () =>
  act(() =>
    runningGame.open({
      kind: 'slot',
      id: 1001,
      demo: true,
      provider: undefined,
      address,
      username: undefined,
    }),
  );
const retry = () => screen.findByRole('button', { name: 'Tekrar dene' });

beforeEach(() => {
  // React reports errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  failing.game = failing.details = false;
  runningGame.close();
  gameDetails.set(undefined);
});

it('details that cannot be shown are closed; the page, the game and other details are not touched', async () => {
  const { user } = await open('/slot');
  runGame();
  failing.details = true;
  act(() => gameDetails.set(game));
  const button = await retry();
  expect(gameDetails.get()).toBeUndefined();
  expect(screen.getByText('page')).toBeVisible();
  expect(screen.getByText('running')).toBeVisible();

  failing.details = false;
  await user.click(button);
  expect(await screen.findByText('details')).toBeVisible();
  expect(gameDetails.get()).toBe(game);
});

it('a docked game that cannot be shown is closed, and the page stays', async () => {
  failing.game = true;
  const { user, location } = await open('/slot');
  runGame();
  const button = await retry();
  expect(runningGame.get()).toBeUndefined();
  expect(screen.getByText('page')).toBeVisible();
  expect(location()).toBe('/slot');
  await user.click(button);
  expect(location()).toBe(address);
});

it('the page of a game that cannot be shown is left', async () => {
  failing.game = true;
  const { location } = await open(address);
  runGame();
  await retry();
  expect(runningGame.get()).toBeUndefined();
  expect(location()).toBe('/');
});
