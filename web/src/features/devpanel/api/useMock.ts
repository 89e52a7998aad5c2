import { useCallback, useState } from 'react';
import useSWR, { mutate } from 'swr';
import { mock } from './mock';
import type { MockCall, MockCode, MockMail, MockScenario, MockState } from './types';

const keyPrefix = 'mock';
const keyOf = (path: string | undefined) =>
  path === undefined ? null : ([keyPrefix, path] as const);
const fetcher = <Answer>([, path]: readonly [string, string]) => mock<Answer>('GET', path);

/** The poll interval of the mock's state while the panel is open. */
const pollIntervalMs = 2000;
const callCount = 20;

const useMockQuery = <Answer>(path: string | undefined, refreshInterval?: number) =>
  useSWR(keyOf(path), fetcher<Answer>, { refreshInterval, shouldRetryOnError: false }).data;

export const useMockState = () => useMockQuery<MockState>('state', pollIntervalMs);

/**
 * Reports whether a scenario or fault is active in this browser's world. Revalidated when the panel changes
 * something.
 */
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

/** Revalidates all data of the mock. */
const revalidateAll = () => mutate((it) => Array.isArray(it) && it[0] === keyPrefix);

export interface MockAction {
  /** Resolves to false if the mock refused; `error` is the reason. */
  run(path: string, body?: object, method?: 'POST' | 'DELETE'): Promise<boolean>;
  busy: boolean;
  error: string;
}

/** Sends a change to the mock and revalidates its data. */
export function useMockAction(): MockAction {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const run = useCallback<MockAction['run']>(async (path, body, method = 'POST') => {
    setBusy(true);
    setError('');
    try {
      await mock(method, path, body);
      await revalidateAll();
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
