import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SWRConfig } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import { useCmscontrollerGetSlider } from '@/contracts/hooks/cmscontroller';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { useSearchSuggest } from '@/contracts/hooks/search';
import { useFinanceListBanks } from '@/contracts/hooks/finance';
import { openSession } from '@/lib/session';
import { mockCall, mockError, mockPlayerStart, signIn } from '@/testing';

interface Read {
  data?: unknown;
  items?: unknown;
  error?: { reason: string };
}

const text = ({ data, items, error }: Read) =>
  error?.reason ?? JSON.stringify(data ?? items ?? null);

async function show(name: ReadCallName, useRead: () => Read): Promise<void> {
  const Shown = () => <p data-testid="read">{text(useRead())}</p>;
  mockCall('maintenance/check_status', {}, { result: true });
  signIn();
  mockPlayerStart();
  mockError(name, { message: 'Kayıt Bulunamadı', code: 404 });
  await openSession({ home: '/', navigate: () => undefined }).start();
  render(
    <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>
      <Shown />
    </SWRConfig>,
  );
}

it.each([
  ['a list', 'cmscontroller/getSlider', () => useCmscontrollerGetSlider({ limit: 7, offset: 0 })],
  ['a list by pages', 'casino/games_list', () => useCasinoGamesListPages({ categoryID: 27 })],
  ['a list with a pagination', 'livecasino/game_table_list', () => useLivecasinoGameTableList({})],
  ['a list of the player', 'finance/list_banks', () => useFinanceListBanks({})],
] as const)('%s without records is empty', async (_, name, useRead) => {
  await show(name, useRead as () => Read);
  expect(await screen.findByText('[]')).toBeVisible();
});

it('an answer that is no list says that there are no records', async () => {
  await show('search/suggest', () => useSearchSuggest({ q: 'a' }) as Read);
  expect(await screen.findByText('no-records')).toBeVisible();
});
