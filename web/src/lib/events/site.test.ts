import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import { gatewayHub } from '@/lib/gateway/site';
import { eventStreamConnected } from './connection';
import { announcedStatus, maintenance } from '@/lib/maintenance/flag';
import { useBalance } from '@/lib/player/player';
import { openSession } from '@/lib/session/site';
import { mockPlayerStart, signIn } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { FakeEventSource } from '@/testing/eventSource';
import { mockCall, mockError, mockNetworkError } from '@/testing/server';
import { siteHandlers, startEvents, type SiteHandlers } from './site';

let handlers: SiteHandlers;
const announced = vi.fn();
gatewayHub.on('maintenance', announced);
const ended = vi.fn();
gatewayHub.on('session-ended', ended);

async function startPlayer() {
  signIn();
  mockPlayerStart();
  mockCall('maintenance/check_status', {}, { result: true });
  const session = openSession({ home: '/', navigate: () => undefined });
  await session.start();
  return session;
}

beforeEach(() => {
  vi.clearAllMocks();
  handlers = siteHandlers();
});

describe('siteHandlers', () => {
  it('set and clear maintenance, and emit its beginning once', () => {
    handlers.maintenance({ result: false, message: 'Bakım', until: null });
    handlers.maintenance({ result: false, message: 'Bakım', until: null });
    expect(maintenance.get()).toBe(true);
    expect(announced).toHaveBeenCalledOnce();
    handlers.maintenance({ result: true });
    expect(maintenance.get()).toBe(false);
  });

  it('keep maintenance whose beginning was not announced', () => {
    gatewayHub.emit('maintenance', { message: '' });
    handlers.maintenance({ result: true });
    expect(maintenance.get()).toBe(true);
  });

  it('end the session only when a ping reports that it has ended', async () => {
    await startPlayer();
    const asked = mockCall('system/ping');
    handlers.session({ ended: true });
    await waitFor(() => expect(asked).toHaveLength(1));
    mockNetworkError('system/ping');
    handlers.session({ ended: true });
    await waitForIdle();
    expect(ended).not.toHaveBeenCalled();
    mockError('system/ping', { status: 403, debug: 'anonymous user' });
    handlers.session({ ended: true });
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  });

  it('ping no server for a guest: the event is the echo of a logout here', async () => {
    const session = await startPlayer();
    mockCall('user/logout');
    await session.logout();
    const asked = mockCall('system/ping');
    handlers.session({ ended: true });
    handlers.balance({ balance: 1, bonus: 0, currency: 'TRY' });
    await waitForIdle();
    expect(asked).toHaveLength(0);
  });

  it('keep the closed parts and the planned maintenance of an open site', () => {
    const status = { result: true, parts: [{ part: 'slots', until: null } as const] };
    handlers.maintenance(status);
    expect(announcedStatus.get()).toEqual(status);
    expect(maintenance.get()).toBe(false);
  });

  it('replace the cached balance and jackpots', async () => {
    const jackpots = mockCall('habanero/getJackpots');
    const session = await startPlayer();
    const { result } = renderHook(() => ({
      balance: useFinanceCheckBalance().data,
      jackpots: useHabaneroGetJackpots().data,
    }));
    await waitFor(() => expect(result.current.balance && result.current.jackpots).toBeTruthy());
    const present = vi.spyOn(session, 'recordActivity');
    const same = result.current.balance![0]!;
    act(() => handlers.balance(same));
    await waitForIdle();
    expect(present).not.toHaveBeenCalled();
    const moved = { ...same, balance: same.balance + 12.5 };
    act(() => {
      handlers.balance(moved);
      handlers.jackpots([]);
    });
    await waitFor(() => expect(present).toHaveBeenCalledWith('game'));
    await waitFor(() => expect(result.current).toEqual({ balance: [moved], jackpots: [] }));
    expect(jackpots).toHaveLength(1);
  });
});

describe('startEvents', () => {
  const sources: FakeEventSource[] = [];
  const open = () => sources.filter((source) => !source.closed);
  let visible: DocumentVisibilityState;

  beforeEach(() => {
    sources.length = 0;
    visible = 'visible';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
    vi.stubGlobal(
      'EventSource',
      class extends FakeEventSource {
        constructor(url: string) {
          super(url);
          sources.push(this);
        }
      },
    );
  });

  it('connects while the page is visible, reconnects for another player, and keeps one stream', async () => {
    mockCall('user/logout');
    const session = await startPlayer();
    const end = startEvents();
    expect(open().map((source) => source.url)).toEqual(['/v1/events?Lang=tr']);
    expect(eventStreamConnected.get()).toBe(false);
    sources[0]!.send('maintenance', { result: true });
    expect(eventStreamConnected.get()).toBe(true);

    visible = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(open()).toHaveLength(0);
    expect(eventStreamConnected.get()).toBe(false);
    visible = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(open()).toHaveLength(1);

    const before = sources.length;
    await session.logout();
    expect(sources).toHaveLength(before + 1);
    expect(open()).toHaveLength(1);
    end();
    expect(open()).toHaveLength(0);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(open()).toHaveLength(0);
  });

  it('reads the balance again at each connection, and polls it while there is none', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await startPlayer();
    const { result } = renderHook(() => useBalance());
    await vi.waitFor(() => expect(result.current.balance).toBeDefined());
    const end = startEvents();
    const asked = mockCall('finance/check_balance');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const requests = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
    const beat = () => act(() => open()[0]!.send('heartbeat', {}));
    await pass(6000); // the prefetched response is used once
    beat();
    await requests(1);
    await pass(25_000);
    beat();
    await pass(25_000);
    expect(asked).toHaveLength(1);
    act(() => open()[0]!.fail());
    await pass(31_000);
    await requests(2);
    beat();
    await requests(3);
    end();
  });
});
