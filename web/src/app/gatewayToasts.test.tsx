import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import { useCasinoGamesListPages } from '@/contracts/hooks/pages';
import type { Game } from '@/contracts/types';
import { call } from '@/lib/gateway/site';
import { announcedStatus, maintenance } from '@/lib/maintenance/flag';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { startGatewayToasts } from './gatewayToasts';

const blocked = 'Sitede sorun var. Lütfen daha sonra tekrar deneyin.';
const ended = 'Sorun giderildi. Devam edebilirsiniz.';

function Page() {
  const [text, setText] = useState('');
  const { data, error } = useCasinoProviderList({ limit: 5 });
  return (
    <>
      <input aria-label="Not" value={text} onChange={(event) => setText(event.target.value)} />
      <p data-testid="list">{data ? `${data.length} sağlayıcı` : error?.reason}</p>
    </>
  );
}

beforeEach(() => startGatewayToasts());

it('a block is told until it ends; then what had failed is loaded, and what was typed is still there', async () => {
  mockError('casino/provider_list', { status: 500, debug: 'upstream error' });
  const { user } = await renderPage(<Page />);
  // The page also probes by itself after a second.
  mockError('maintenance/check_status', { status: 500, debug: 'upstream error' });
  expect(await screen.findByText(blocked)).toBeVisible();
  await user.type(screen.getByLabelText('Not'), 'yarım kalan');
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('server'));

  // After a dismissal the notice returns with the next call, which is refused without a request.
  await user.click(screen.getByRole('button', { name: 'Kapat' }));
  expect(screen.queryByText(blocked)).toBeNull();
  await expect(call('casino/category_list', {})).rejects.toMatchObject({ reason: 'blocked' });
  expect(await screen.findByText(blocked)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  expect(screen.getByText(blocked)).toBeVisible();

  mockCall('maintenance/check_status');
  const asked = mockCall('casino/provider_list', []);
  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  expect(await screen.findByText(ended)).toBeVisible();
  expect(screen.queryByText(blocked)).toBeNull();
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('0 sağlayıcı'));
  expect(asked).toHaveLength(1);
  expect(screen.getByLabelText('Not')).toHaveValue('yarım kalan');
});

/** A list of pages and a single response. */
function Lists() {
  const { data, error } = useCasinoProviderList({ limit: 5 });
  const games = useCasinoGamesListPages({ categoryID: 27 }, 2);
  const more = games.moreError?.reason ?? 'yok';
  return (
    <>
      <p data-testid="list">{data ? `${data.length} sağlayıcı` : error?.reason}</p>
      <p data-testid="games">{games.items ? `${games.items.length} oyun` : games.error?.reason}</p>
      <button onClick={games.loadMore}>{`daha fazla, hata ${more}`}</button>
    </>
  );
}

it('what failed because of maintenance is loaded when it ends, lists of pages too', async () => {
  const closed = { status: 503, debug: 'maintenance' };
  mockError('casino/provider_list', closed);
  mockError('casino/games_list', closed);
  await renderPage(<Lists />);
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('maintenance'));
  await waitFor(() => expect(screen.getByTestId('games')).toHaveTextContent('maintenance'));
  mockCall('casino/provider_list', []);
  const games = [{ gameID: 1 }, { gameID: 2 }] as Game[];
  const page = (offset: number) => ({ pagination: { limit: 2, offset, total: 6 } });
  mockCall('casino/games_list', games, page(0));
  act(() => maintenance.clear());
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('0 sağlayıcı'));
  await waitFor(() => expect(screen.getByTestId('games')).toHaveTextContent('2 oyun'));

  // A failed further page is loaded too, and the earlier pages are not requested again.
  mockError('casino/games_list', closed);
  act(() => screen.getByRole('button', { name: /daha fazla/ }).click());
  expect(await screen.findByText('daha fazla, hata maintenance')).toBeVisible();
  const asked = mockCall('casino/games_list', games, page(2));
  act(() => maintenance.clear());
  await waitFor(() => expect(screen.getByTestId('games')).toHaveTextContent('4 oyun'));
  expect(asked.map(({ data }) => data.offset)).toEqual([2]);
});

it('what failed in a closed part is loaded when the part opens', async () => {
  mockError('casino/provider_list', { status: 503, debug: 'part under maintenance' });
  await renderPage(<Page />);
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('part-closed'));
  act(() => announcedStatus.set({ result: true, parts: [{ part: 'slots', until: null }] }));
  mockCall('casino/provider_list', []);
  act(() => announcedStatus.set({ result: true }));
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('0 sağlayıcı'));
});
