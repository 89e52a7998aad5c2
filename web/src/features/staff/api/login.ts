import { createStore } from '@/lib/store/store';
import type { Me } from '../model/rights';
import { clearStaffCache } from './cache';
import { dataOf, onLoginEnded, staff } from './client';
import type { StaffError } from './error';

/** The login of this page. */
export type Login =
  | { phase: 'starting' }
  | { phase: 'failed'; error: StaffError }
  | { phase: 'out' }
  /** `ended`: the login has ended on the server while the page was open, and the page waits for the next. */
  | { phase: 'in'; me: Me; ended: boolean };

export interface Credentials {
  username: string;
  password: string;
  code?: string;
}

export const login = createStore<Login>({ phase: 'starting' });

/** The requests that wait until the account has logged in again. */
let waiting: ((again: boolean) => void)[] = [];

function enter(me: Me): void {
  const before = login.get();
  const same = before.phase === 'in' && before.me.name === me.name;
  if (!same) clearStaffCache();
  login.set({ phase: 'in', me, ended: false });
  settle(same && !me.setup);
}

function settle(again: boolean): void {
  const settled = waiting;
  waiting = [];
  settled.forEach((done) => done(again));
}

function leave(): void {
  clearStaffCache();
  login.set({ phase: 'out' });
  settle(false);
}

onLoginEnded(() => {
  const state = login.get();
  if (state.phase !== 'in') return Promise.resolve(false);
  if (!state.ended) login.set({ ...state, ended: true });
  return new Promise((done) => waiting.push(done));
});

/** Reads the account that is logged in. */
export async function startLogin(): Promise<void> {
  login.set({ phase: 'starting' });
  try {
    enter(await dataOf(staff.GET('/me')));
  } catch (cause) {
    const error = cause as StaffError;
    if (error.status === 401) leave();
    else login.set({ phase: 'failed', error });
  }
}

/** Logs in; rejects with a StaffError. */
export async function logIn(credentials: Credentials): Promise<void> {
  enter(await dataOf(staff.POST('/login', { body: credentials })));
}

/** Sets the password of an invited account and logs it in. */
export async function acceptInvitation(token: string, password: string): Promise<void> {
  enter(await dataOf(staff.POST('/invitation', { body: { token, password } })));
}

/** Replaces the account after it has changed. */
export function updateMe(me: Me): void {
  const state = login.get();
  if (state.phase === 'in') login.set({ ...state, me });
}

/** Logs out. The page shows the login even when the server does not answer; rejects then. */
export async function logOut(): Promise<void> {
  try {
    await dataOf(staff.POST('/logout'));
  } finally {
    leave();
  }
}

/** Shows the login page in place of the dialog, for another account. What was typed is lost. */
export const logInAsAnother = leave;
