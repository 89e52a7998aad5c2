import { useCallback, useState } from 'react';
import useSWR, { mutate } from 'swr';
import type { ResponseEvent } from '@/lib/gateway/events';
import { gatewayHub } from '@/lib/gateway/site';
import { createStore, useStore } from '@/lib/store/store';
import type { MockCall, MockCode, MockMail, MockScenario, MockState } from './types';

/** The path of the mock platform's control API. */
const base = '/__mock';

/** The address of the mock platform's API console. */
export const consoleAddress = `${base}/`;

/** An error response of the control API. */
class MockError extends Error {
  override readonly name = 'MockError';
}

/** Requests the control API. Rejects with MockError, or with TypeError if the network fails. */
export async function mock<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await mockRequest(method, path, body && JSON.stringify(body));
  return (await response.json()) as Answer;
}

/** Like mock, but takes and returns JSON as text. */
async function mockRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: BodyInit,
): Promise<Response> {
  // eslint-disable-next-line no-restricted-globals -- the contract has no control API
  const response = await fetch(`${base}/${path}`, {
    method,
    credentials: 'same-origin',
    headers: { panel: 'frontend', ...(body && { 'Content-Type': 'application/json' }) },
    body,
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new MockError(error ?? `${path}: HTTP ${response.status}`);
}

/** The brands of the demo. Each has its own host below localhost. */
export const brands = ['marmara', 'zephyr', 'pera'] as const;

/** Returns the address of the current page at another brand. */
export function brandAddress(brand: (typeof brands)[number], currentUrl: string): string {
  const url = new URL(currentUrl);
  url.hostname = `${brand}.localhost`;
  return url.href;
}

/** Downloads this browser's world as a file. Rejects like `mock`. */
export async function downloadWorld(): Promise<void> {
  const [file, { world }] = await Promise.all([
    mockRequest('GET', 'snapshot').then((response) => response.blob()),
    mock<MockState>('GET', 'state'),
  ]);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${world}.world.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Replaces this browser's world with a downloaded one. Rejects like `mock`. */
export const restoreWorld = async (file: Blob): Promise<void> =>
  void (await mockRequest('POST', 'snapshot', file));

const keyPrefix = 'mock';
const keyOf = (path: string | undefined) =>
  path === undefined ? null : ([keyPrefix, path] as const);
const fetcher = <Answer>([, path]: readonly [string, string]) => mock<Answer>('GET', path);

/** The poll interval of the mock platform's state while the panel is open. */
const pollIntervalMs = 2000;
const callCount = 20;

const useMockQuery = <Answer>(path: string | undefined, refreshInterval?: number) =>
  useSWR(keyOf(path), fetcher<Answer>, { refreshInterval, shouldRetryOnError: false }).data;

export const useMockState = () => useMockQuery<MockState>('state', pollIntervalMs);

/** Reports whether a scenario or fault is active in this browser's world. */
export function useMockModified(): boolean {
  const state = useMockQuery<MockState>('state');
  return !!state && state.scenarios.length + state.faults.length > 0;
}
export const useMockScenarios = () => useMockQuery<MockScenario[]>('scenarios');
export const useMockCalls = () =>
  useMockQuery<MockCall[]>(`calls?limit=${callCount}`, pollIntervalMs);

export const useMockMail = () => useMockQuery<MockMail[]>('mail', pollIntervalMs);

/** Returns the current authenticator code of an account. */
export const useMockCode = (username: string | undefined) =>
  useMockQuery<MockCode>(
    username && `totp?username=${encodeURIComponent(username)}`,
    pollIntervalMs,
  );

/** Revalidates all data of the mock platform. */
const revalidateAll = () => mutate((key) => Array.isArray(key) && key[0] === keyPrefix);

/** Runs steps with their busy state and the message of the last failure. */
export function useSteps() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  /** Resolves to false if the step failed. */
  const run = useCallback(async (step: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError('');
    try {
      await step();
      return true;
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { run, busy, error };
}

/** Sends changes to the mock platform and revalidates its data. */
export function useMockAction() {
  const { run, ...state } = useSteps();
  const send = (path: string, body?: object, method: 'POST' | 'DELETE' = 'POST') =>
    run(async () => {
      await mock(method, path, body);
      await revalidateAll();
    });
  return { run: send, ...state };
}

const cookieName = 'mock_world';

/** Returns the world of this browser, or '' for the shared world. */
export function currentWorld(): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`));
  return decodeURIComponent(found?.slice(cookieName.length + 1) ?? '');
}

/** Switches to another world, or to the shared world with ''. The next request uses it. */
export function switchWorld(world: string): void {
  const maxAge = world === '' ? '; Max-Age=0' : '';
  document.cookie = `${cookieName}=${encodeURIComponent(world)}; Path=/; SameSite=Lax${maxAge}`;
}

/** A call of this page to Croupier with its cache status. */
interface PageCall extends ResponseEvent {
  id: number;
}

/** The number of listed calls. */
const limit = 20;
const calls = createStore<readonly PageCall[]>([]);
let count = 0;

gatewayHub.on('response', (event) => {
  calls.set([{ id: ++count, ...event }, ...calls.get()].slice(0, limit));
});

/**
 * Returns the page's last calls, newest first, including calls that only reached Croupier's cache.
 */
export const usePageCalls = (): readonly PageCall[] => useStore(calls);
