import { act, render, renderHook, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  casinoGamesListKey,
  casinoProviderListKey,
  financeCheckBalanceKey,
} from '@/contracts/keys';
import type { Game } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { call } from '@/lib/gateway';
import { changeLanguage } from '@/lib/i18n';
import { openSession, type SessionEngine } from '@/lib/session';
import { mockCall, mockError, mockPlayerStart, signIn, testBrand } from '@/testing';
import { patch, prefetch, refresh, useAction, useCall, useCallPages } from '.';

const games = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    gameID: from + index,
    name: `Oyun ${from + index}`,
  })) as Game[];

let session: SessionEngine;

beforeEach(async () => {
  mockCall('maintenance/check_status', {}, { result: true });
  session = openSession({ home: '/', navigate: () => undefined });
  await session.start();
});

const mount = (ui: React.ReactNode) =>
  render(<SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>{ui}</SWRConfig>);

function Providers({ fromBootstrap, limit = 100 }: { fromBootstrap?: boolean; limit?: number }) {
  const { data, loading, error } = useCall(
    casinoProviderListKey,
    { limit, offset: 0 },
    { fromBootstrap },
  );
  if (loading) return <p>bekleniyor</p>;
  if (error) return <p>{`hata ${error.requestId}`}</p>;
  return <p>{data?.map((it) => it.providerName).join()}</p>;
}

const providers = (providerName: string) => [
  { providerID: 1, providerName, logo: '', gameCount: 1 },
];

describe('useCall', () => {
  it('returns loading, then the data', async () => {
    mockCall('casino/provider_list', providers('Anka'));
    mount(<Providers />);
    expect(screen.getByText('bekleniyor')).toBeVisible();
    expect(await screen.findByText('Anka')).toBeVisible();
  });

  it('returns the error with its request id', async () => {
    mockError('casino/provider_list', { status: 502, debug: 'bad upstream answer' });
    mount(<Providers />);
    expect(await screen.findByText('hata test-request')).toBeVisible();
  });

  it('returns the response of the page without a request', () => {
    const answer = {
      result: true,
      message: '',
      data: providers('Pruva'),
      code: 200,
      debug: null,
      pagination: null,
    };
    setBootstrap({ ...testBrand, initial: { 'casino/provider_list': answer } });
    mount(<Providers fromBootstrap />);
    expect(screen.getByText('Pruva')).toBeVisible();
  });

  it('shares a prefetched response, but asks again after a prefetch that failed', async () => {
    const key = casinoProviderListKey(
      { limit: 100, offset: 0 },
      { brand: testBrand.brand.id, language: 'tr', player: '' },
    );
    mockError('casino/provider_list', { status: 503, debug: 'maintenance' });
    expect(await prefetch(key)).toBeUndefined();
    const asked = mockCall('casino/provider_list', providers('Anka'));
    mount(<Providers />);
    expect(await screen.findByText('Anka')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('revalidates after refresh', async () => {
    mockCall('casino/provider_list', providers('Anka'));
    mount(<Providers />);
    await screen.findByText('Anka');
    mockCall('casino/provider_list', providers('Bosfor'));
    await act(() => refresh('casino/provider_list'));
    expect(await screen.findByText('Bosfor')).toBeVisible();
  });

  it('asks in the new language when it changes, and shows the last response until then', async () => {
    mockCall('casino/provider_list', providers('Anka'));
    mount(<Providers />);
    await screen.findByText('Anka');
    const shown: string[] = [];
    const observer = new MutationObserver(() => shown.push(document.body.textContent));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const asked = mockCall('casino/provider_list', providers('Phoenix'));
    await act(() => changeLanguage('en'));
    expect(await screen.findByText('Phoenix')).toBeVisible();
    observer.disconnect();
    expect(shown).not.toContain('bekleniyor');
    expect(asked.map(({ data }) => data.Lang)).toEqual(['en']);
  });

  it('returns no response of another request', async () => {
    mockCall('casino/provider_list', ({ data }) => providers(`${data.limit} sağlayıcı`));
    const page = mount(<Providers />);
    await screen.findByText('100 sağlayıcı');
    page.rerender(<Providers limit={5} />);
    expect(screen.getByText('bekleniyor')).toBeVisible();
    expect(await screen.findByText('5 sağlayıcı')).toBeVisible();
  });

  it('returns the response that patch has changed', async () => {
    mockCall('casino/provider_list', providers('Anka'));
    mount(<Providers />);
    await screen.findByText('Anka');
    await act(() => patch('casino/provider_list', (list) => [...list, ...providers('Nar')]));
    expect(screen.getByText('Anka,Nar')).toBeVisible();
  });
});

function Balance() {
  const { data } = useCall(financeCheckBalanceKey, {});
  return <p>{data ? `bakiye ${data[0]?.balance}` : 'yok'}</p>;
}

describe('the response of a call that needs a player', () => {
  it('is not requested for a guest', () => {
    const asked = mockCall('finance/check_balance');
    mount(<Balance />);
    expect(screen.getByText('yok')).toBeVisible();
    expect(asked).toHaveLength(0);
  });

  it('is removed when the session ends', async () => {
    signIn();
    mockPlayerStart();
    await session.start();
    mount(<Balance />);
    expect(await screen.findByText('bakiye 1234.5')).toBeVisible();
    mockCall('user/logout', {});
    await act(() => session.logout());
    expect(await screen.findByText('yok')).toBeVisible();
  });
});

function Games() {
  const list = useCallPages(casinoGamesListKey, { categoryID: 27 }, 2);
  return (
    <>
      <p>{list.items?.map((game) => game.name).join()}</p>
      {list.hasMore && (
        <button onClick={list.loadMore}>{`${list.items?.length}/${list.total}`}</button>
      )}
    </>
  );
}

describe('useCallPages', () => {
  it('appends pages until the total is reached', async () => {
    const asked = mockCall(
      'casino/games_list',
      ({ data }) => games(data.offset ?? 0, Math.min(2, 3 - (data.offset ?? 0))),
      { pagination: { limit: 2, offset: 0, total: 3 } },
    );
    mount(<Games />);
    const more = await screen.findByRole('button', { name: '2/3' });
    act(() => more.click());
    expect(await screen.findByText('Oyun 0,Oyun 1,Oyun 2')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked.map(({ data }) => [data.limit, data.offset])).toEqual([
      [2, 0],
      [2, 2],
    ]);
  });
});

describe('useAction', () => {
  it('runs once at a time and returns the failure', async () => {
    let finish: (value: string) => void = () => undefined;
    const task = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)));
    const { result } = renderHook(() => useAction(task));
    let first!: Promise<string | undefined>;
    act(() => void (first = result.current.run()));
    expect(result.current.busy).toBe(true);
    await expect(result.current.run()).resolves.toBeUndefined();
    await act(async () => {
      finish('tamam');
      await expect(first).resolves.toBe('tamam');
    });
    expect(task).toHaveBeenCalledOnce();
    expect(result.current.busy).toBe(false);
  });

  it('returns the gateway error', async () => {
    mockError('system/ping', { message: 'olmadı' });
    const task = () => call('system/ping');
    const { result } = renderHook(() => useAction(task));
    await act(() => result.current.run());
    expect(result.current.error).toMatchObject({ message: 'olmadı', requestId: 'test-request' });
  });
});
