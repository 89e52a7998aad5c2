import { act, render, renderHook, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { casinoProviderListKey } from '@/contracts/keys';
import type { ReadCallName } from '@/contracts/calls';
import { useCasinoGamesListPages } from '@/contracts/hooks/pages';
import { useCmscontrollerGetSlider } from '@/contracts/hooks/cmscontroller';
import { useFinanceListBanks } from '@/contracts/hooks/finance';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { useSearchSuggest } from '@/contracts/hooks/search';
import { call } from '@/lib/gateway/site';
import { changeLanguage } from '@/lib/i18n/i18n';
import type { SessionEngine } from '@/lib/session/engine';
import { openSession } from '@/lib/session/site';
import { testBrand } from '@/testing/brand';
import { mockPlayerStart, signIn } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { prefetch } from './cache';
import { useAction } from './useAction';
import { useCall } from './useCall';

let session: SessionEngine;

beforeEach(async () => {
  mockCall('maintenance/check_status', {}, { result: true });
  session = openSession({ home: '/', navigate: () => undefined });
  await session.start();
});

const mount = (ui: React.ReactNode) =>
  render(<SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>{ui}</SWRConfig>);

function Providers({ limit = 100 }: { limit?: number }) {
  const { data, loading } = useCall(casinoProviderListKey, { limit, offset: 0 });
  return <p>{loading ? 'bekleniyor' : data?.map((item) => item.providerName).join()}</p>;
}

const providers = (providerName: string) => [
  { providerID: 1, providerName, logo: '', gameCount: 1 },
];

describe('useCall', () => {
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
});

describe('a read without records', () => {
  interface Read {
    data?: unknown;
    items?: unknown;
    error?: { reason: string };
  }

  const text = ({ data, items, error }: Read) =>
    error?.reason ?? JSON.stringify(data ?? items ?? null);

  it.each([
    ['a list', 'cmscontroller/getSlider', () => useCmscontrollerGetSlider({ limit: 7 }), '[]'],
    ['by pages', 'casino/games_list', () => useCasinoGamesListPages({ categoryID: 27 }), '[]'],
    ['paged', 'livecasino/game_table_list', () => useLivecasinoGameTableList({}), '[]'],
    ['a list of the player', 'finance/list_banks', () => useFinanceListBanks({}), '[]'],
    ['no list', 'search/suggest', () => useSearchSuggest({ q: 'a' }), 'no-records'],
  ] as [string, ReadCallName, () => Read, string][])(
    '%s (%s) is an empty list, if it is a list',
    async (_, name, useRead, expected) => {
      const Shown = () => <p>{text(useRead())}</p>;
      signIn();
      mockPlayerStart();
      mockError(name, { message: 'Kayıt Bulunamadı', code: 404 });
      await session.start();
      mount(<Shown />);
      expect(await screen.findByText(expected)).toBeVisible();
    },
  );
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
