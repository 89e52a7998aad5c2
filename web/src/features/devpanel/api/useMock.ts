import { useCallback, useState } from 'react';
import useSWR, { mutate } from 'swr';
import { mock } from './mock';
import type { MockCall, MockCode, MockMail, MockScenario, MockState } from './types';

const mark = 'mock';
const key = (path: string | undefined) => (path === undefined ? null : ([mark, path] as const));
const read = <Answer>([, path]: readonly [string, string]) => mock<Answer>('GET', path);

/** State and clock of the mock's world, asked again while the panel is open: milliseconds. */
const every = 2000;
const callsShown = 20;

const useRead = <Answer>(path: string | undefined, refreshInterval?: number) =>
  useSWR(key(path), read<Answer>, { refreshInterval, shouldRetryOnError: false }).data;

export const useMockState = () => useRead<MockState>('state', every);

/** Whether a scenario or a fault bends this browser's world; asked once, then whenever the panel changes something. */
export function useMockModified(): boolean {
  const state = useRead<MockState>('state');
  return !!state && state.scenarios.length + state.faults.length > 0;
}
export const useMockScenarios = () => useRead<MockScenario[]>('scenarios');
export const useMockCalls = () => useRead<MockCall[]>(`calls?limit=${callsShown}`, every);

export const useMockMail = () => useRead<MockMail[]>('mail', every);

/** The present authenticator code of an account that has one. */
export const useMockCode = (username: string | undefined) =>
  useRead<MockCode>(username && `totp?username=${encodeURIComponent(username)}`, every);

/** Asks everything of the mock again. */
const reread = () => mutate((it) => Array.isArray(it) && it[0] === mark);

export interface MockAction {
  /** False when the mock refused; `error` says why. */
  run(path: string, body?: object, method?: 'POST' | 'DELETE'): Promise<boolean>;
  busy: boolean;
  error: string;
}

/** Changes something in the mock; every list of it is asked again after. */
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
