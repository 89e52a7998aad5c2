import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { gameDetails, runningGame } from '@/components/games/model/runningGame';
import { gameSession } from '@/components/games/model/gameSession';
import { noLimits } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { exampleGame as game } from '@/testing/fixtures';
import { GameHost } from './GameHost';

const address = `/play/slot/${game.gameID}`;
/** A game with a name that cannot be rendered. */
const broken = { ...game, name: {} as never };

const open = (path: string) =>
  renderPage(
    <>
      <p>page</p>
      <GameHost />
    </>,
    { path },
  );

const runGame = (known = game) =>
  act(() => {
    gameSession.set(known);
    const demo = { kind: 'slot', id: game.gameID, demo: true } as const;
    runningGame.open({ ...demo, provider: undefined, address, username: undefined });
  });

const retry = () => screen.findByRole('button', { name: 'Tekrar dene' });

beforeEach(() => {
  // React reports errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mockCall('casino/init_game', { url: 'http://site.test/game/1' });
  mockCall('limits/get', noLimits);
});

it('details that cannot be shown are closed; page, game and other details are not touched', async () => {
  const { user } = await open(`${address}/demo`);
  runGame();
  const running = { name: `Oyun: ${game.name}` };
  expect(await screen.findByRole('region', running)).toBeVisible();
  let fails = true;
  const shown = Object.defineProperty({ ...game }, 'name', {
    get() {
      if (fails) throw new Error('details');
      return game.name;
    },
  });
  act(() => gameDetails.set(shown));
  const button = await retry();
  expect(gameDetails.get()).toBeUndefined();
  expect(screen.getByText('page')).toBeVisible();
  expect(screen.getByRole('region', running)).toBeVisible();

  fails = false;
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: game.name })).toBeVisible();
  expect(gameDetails.get()).toBe(shown);
});

it('a docked game that cannot be shown is closed, and the page stays', async () => {
  const { user, location } = await open('/slot');
  runGame(broken);
  const button = await retry();
  expect(runningGame.get()).toBeUndefined();
  expect(screen.getByText('page')).toBeVisible();
  expect(location()).toBe('/slot');
  await user.click(button);
  expect(location()).toBe(address);
});

it('the page of a game that cannot be shown is left', async () => {
  const { location } = await open(address);
  runGame(broken);
  await retry();
  expect(runningGame.get()).toBeUndefined();
  expect(location()).toBe('/');
});
