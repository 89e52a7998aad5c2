import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import { gatewayHub } from '@/lib/gateway';
import { eventStreamConnected } from './connection';
import { maintenance } from '@/lib/maintenance';
import { openSession } from '@/lib/session';
import {
  mockCall,
  mockNetworkError,
  mockError,
  mockPlayerStart,
  waitForIdle,
  signIn,
} from '@/testing';
import { siteHandlers, startEvents } from './site';
import type { StreamHandlers } from './stream';

let handlers: StreamHandlers;
const announced = vi.fn();
gatewayHub.on('maintenance', announced);
const ended = vi.fn();
gatewayHub.on('session-ended', ended);

beforeEach(() => {
  maintenance.clear();
  vi.clearAllMocks();
  handlers = siteHandlers();
});

describe('what the site does with events', () => {
  it('closes and opens the site as it is told, announcing the closing once', () => {
    handlers.maintenance({ result: false, message: 'Bakım', until: null });
    handlers.maintenance({ result: false, message: 'Bakım', until: null });
    expect(maintenance.get()).toBe(true);
    expect(announced).toHaveBeenCalledOnce();
    handlers.maintenance({ result: true });
    expect(maintenance.get()).toBe(false);
  });

  it('leaves a closed site closed whose beginning was never told', () => {
    gatewayHub.emit('maintenance', { message: '' });
    handlers.maintenance({ result: true });
    expect(maintenance.get()).toBe(true);
  });

  it('ends the session centrally where the server says that it is over', async () => {
    mockError('system/ping', { status: 403, debug: 'anonymous user' });
    handlers.session();
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  });

  it('keeps a session that was only renewed, and one that nobody can tell about', async () => {
    const asked = mockCall('system/ping');
    handlers.session();
    await waitForIdle();
    expect(asked).toHaveLength(1);
    mockNetworkError('system/ping');
    handlers.session();
    await waitForIdle();
    expect(ended).not.toHaveBeenCalled();
  });

  it('puts balance and jackpots in the place of those kept', async () => {
    signIn();
    mockPlayerStart();
    mockCall('maintenance/check_status', {}, { result: true });
    const asked = [mockCall('finance/check_balance'), mockCall('habanero/getJackpots')];
    await openSession({ home: '/', navigate: () => undefined }).start();
    const { result } = renderHook(() => ({
      balance: useFinanceCheckBalance().data,
      jackpots: useHabaneroGetJackpots().data,
    }));
    await waitFor(() => expect(result.current.balance && result.current.jackpots).toBeTruthy());
    const moved = { ...result.current.balance![0]!, balance: 1234.5 };
    act(() => {
      handlers.balance(moved);
      handlers.jackpots([]);
    });
    await waitFor(() => expect(result.current).toEqual({ balance: [moved], jackpots: [] }));
    expect(asked.map((calls) => calls.length)).toEqual([1, 1]);
  });
});

describe('whom the site listens for', () => {
  const sources: (EventTarget & { url: string; closed: boolean })[] = [];
  const open = () => sources.filter((it) => !it.closed);
  let visible: DocumentVisibilityState;

  beforeEach(() => {
    sources.length = 0;
    visible = 'visible';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        closed = false;
        constructor(readonly url: string) {
          super();
          sources.push(this);
        }
        close() {
          this.closed = true;
        }
      },
    );
    return () => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    };
  });

  it('listens while somebody looks, anew for another player, and with one stream only', async () => {
    mockCall('maintenance/check_status', {}, { result: true });
    mockCall('user/logout');
    signIn();
    mockPlayerStart();
    const session = openSession({ home: '/', navigate: () => undefined });
    await session.start();
    const end = startEvents();
    expect(open().map((it) => it.url)).toEqual(['/v1/events?Lang=tr']);
    expect(eventStreamConnected.get()).toBe(false);
    sources[0]!.dispatchEvent(new MessageEvent('maintenance', { data: '{"result":true}' }));
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
});
