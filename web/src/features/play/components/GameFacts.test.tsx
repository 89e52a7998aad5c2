import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Game } from '@/contracts/types';
import { renderPage } from '@/testing';
import { GameFacts } from './GameFacts';

const [game] = examples['casino/games_list'][0]!.answer.data as [Game];

it('shows the largest win as a multiple of the stake, and the volatility', async () => {
  const shown: Game = { ...game, maxWin: 5000, volatility: 'high' };
  await renderPage(<GameFacts game={shown} />, { namespaces: ['play'] });
  expect(screen.getByText('×5.000')).toBeVisible();
  expect(screen.getByText('Yüksek')).toBeVisible();
});
