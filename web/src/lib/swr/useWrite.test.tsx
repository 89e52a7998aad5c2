import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayHub } from '@/lib/gateway/site';
import { stored } from '@/lib/storage/stored';
import { toasts } from '@/lib/toast/store';
import {
  holdCall,
  idempotencyKeys as keys,
  mockCall,
  mockError,
  mockNetworkError,
  server,
} from '@/testing/server';
import { useMoney } from './useMoney';
import { useWrite } from './useWrite';

const told = vi.fn();
gatewayHub.on('failure', told);
beforeEach(() => told.mockClear());

describe('useWrite', () => {
  it('is busy until onSuccess has finished', async () => {
    mockCall('user/sms_send', { expires: 180 });
    let finish: () => void = () => undefined;
    const onSuccess = vi.fn(() => new Promise<void>((done) => (finish = done)));
    const onError = vi.fn();
    const { result } = renderHook(() => useWrite('user/sms_send', { onSuccess, onError }));
    let run!: Promise<unknown>;
    act(() => void (run = result.current.run()));
    await waitFor(() => expect(onSuccess).toHaveBeenCalledWith({ expires: 180 }));
    expect(result.current.busy).toBe(true);
    finish();
    await act(async () => expect(await run).toMatchObject({ data: { expires: 180 } }));
    expect(result.current.busy).toBe(false);
    expect(onError).not.toHaveBeenCalled();
  });

  it('passes the failure to onError only, with suppressToast', async () => {
    mockError('user/forgot', { message: 'olmadı' });
    const onSuccess = vi.fn();
    const onError = vi.fn();
    const { result } = renderHook(() =>
      useWrite('user/forgot', { suppressToast: true, onSuccess, onError }),
    );
    const data = { email: 'deniz@ornek.example' };
    await act(async () => expect(await result.current.run(data)).toBeUndefined());
    expect(result.current.error).toMatchObject({ message: 'olmadı' });
    expect(onError).toHaveBeenCalledWith(result.current.error);
    expect(onSuccess).not.toHaveBeenCalled();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('a write that is answered to another player', () => {
  const signIn = (username: string) =>
    stored.set('auth', { username } as Parameters<typeof stored.set<'auth'>>[1]);

  it.each([
    ['a success', () => mockCall('user/claim_bonus')],
    ['a refusal', () => mockError('user/claim_bonus', { message: 'olmadı' })],
    ['an unknown outcome', () => mockError('user/claim_bonus', { status: 504 })],
  ])('runs no callback and shows nothing: %s', async (_, mock) => {
    const asked = mock();
    const answer = holdCall('user/claim_bonus');
    signIn('demo');
    const onSuccess = vi.fn();
    const onError = vi.fn();
    const shown = toasts.get().length;
    const { result } = renderHook(() => useMoney('user/claim_bonus', { onSuccess, onError }));
    await act(async () => {
      const run = result.current.run({ bonusID: 1 });
      await vi.waitFor(() => expect(asked).not.toHaveLength(0));
      signIn('veteran');
      answer();
      await run;
    });
    expect(onSuccess).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
    expect(told).not.toHaveBeenCalled();
    expect(toasts.get()).toHaveLength(shown);
  });
});

describe('useMoney', () => {
  it('repeats its key for the same data until the outcome is known', async () => {
    const { result } = renderHook(() => useMoney('user/claim_bonus', { suppressToast: true }));
    const press = (bonusID: number) => act(() => result.current.run({ bonusID }));
    const unknown = mockError('user/claim_bonus', { status: 504, debug: 'outcome unknown' });
    await press(1);
    await press(2);
    mockNetworkError('user/claim_bonus');
    await press(1);
    const done = mockCall('user/claim_bonus');
    await press(1);
    await press(1);
    const refused = mockError('user/claim_bonus', { message: 'olmadı' });
    await press(3);
    await press(3);
    const [first, other] = keys(unknown);
    const [repeated, next] = keys(done);
    expect(repeated).toBe(first);
    expect(new Set([first, other, next, ...keys(refused)]).size).toBe(5);
  });

  const failures: Record<string, () => unknown> = {
    'the network was lost': () => mockNetworkError('user/claim_bonus'),
    'a proxy has answered': () =>
      server.use(
        http.post('*/endpoint/v1', () => new HttpResponse('<html>504</html>', { status: 504 })),
      ),
    'the platform has not answered': () =>
      mockError('user/claim_bonus', { status: 504, debug: 'outcome unknown', message: 'olmadı' }),
  };
  const run = async (options: { suppressToast?: boolean }) => {
    const { result } = renderHook(() => useMoney('user/claim_bonus', options));
    await act(() => result.current.run({ bonusID: 1 }));
    return { messages: toasts.get().map(({ message }) => message), reported: told.mock.calls };
  };

  it.each(Object.entries(failures))('says once that nobody knows when %s', async (_, fail) => {
    fail();
    expect(await run({})).toEqual({
      messages: ['Sonuç henüz bilinmiyor. Listede görürsünüz.'],
      reported: [],
    });
    toasts.get().forEach(({ id }) => toasts.dismiss(id));
    expect(await run({ suppressToast: true })).toEqual({ messages: [], reported: [] });
  });

  it('reports a refusal with its own message', async () => {
    mockError('user/claim_bonus', { message: 'Devam eden bir bonusunuz var' });
    expect(await run({})).toEqual({
      messages: [],
      reported: [[expect.objectContaining({ message: 'Devam eden bir bonusunuz var' })]],
    });
  });
});
