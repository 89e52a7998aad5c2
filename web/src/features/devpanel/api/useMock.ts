import { useCallback, useState } from 'react';
import useSWR, { mutate } from 'swr';
import { mock } from './mock';
import type { MockCall, MockCode, MockMail, MockScenario, MockState } from './types';

const mark = 'mock';
const key = (path: string | undefined) => (path === undefined ? null : ([mark, path] as const));
const read = <Answer>([, path]: readonly [string, string]) => mock<Answer>('GET', path);

/** The poll interval of the mock's state while the panel is open, in milliseconds. */
const every = 2000;
const callsShown = 20;

const useRead = <Answer>(path: string | undefined, refreshInterval?: number) =>
  useSWR(key(path), read<Answer>, { refreshInterval, shouldRetryOnError: false }).data;

export const useMockState = () => useRead<MockState>('state', every);

/**
 * Reports whether a scenario or fault is active in this browser's world. Revalidated when the panel changes
 * something.
 */
export function useMockModified(): boolean {
  const state = useRead<MockState>('state');
  return !!state && state.scenarios.length + state.faults.length > 0;
}
export const useMockScenarios = () => useRead<MockScenario[]>('scenarios');
export const useMockCalls = () => useRead<MockCall[]>(`calls?limit=${callsShown}`, every);

export const useMockMail = () => useRead<MockMail[]>('mail', every);

/** Returns the current authenticator code of an account. */
export const useMockCode = (username: string | undefined) =>
  useRead<MockCode>(username && `totp?username=${encodeURIComponent(username)}`, every);

/** Revalidates all data of the mock. */
const reread = () => mutate((it) => Array.isArray(it) && it[0] === mark);

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
      await reread();
      return true;
    } catch (fault) {
      setError(fault instanceof Error ? fault.message : String(fault));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { run, busy, error };
}
