import { createStore, useStore } from '@/lib/store/store';
import { may, maySomewhere, type Me, type Role } from '../model/accounts';
import { clearStaffCache, dataOf, onLoginEnded, staff, type StaffError } from './client';

/** The login of this page. */
export type Login =
  | { phase: 'starting' }
  | { phase: 'failed'; error: StaffError }
  | { phase: 'out' }
  /** `ended`: the login ended while the page was open, and the page waits for the next login. */
  | { phase: 'in'; me: Me; ended: boolean };

interface Credentials {
  username: string;
  password: string;
  code?: string;
}

export const login = createStore<Login>({ phase: 'starting' });

/** The requests that wait for the next login of the account. */
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

/** Reads the current account. */
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

/** The address that begins a login at the identity provider. */
export const companyLogin = '/staff/v1/login/company';

/** Logs in. Rejects with a StaffError. */
export async function logIn(credentials: Credentials): Promise<void> {
  enter(await dataOf(staff.POST('/login', { body: credentials })));
}

/** Sets the password of an invited account and logs it in. */
export async function acceptInvitation(token: string, password: string): Promise<void> {
  enter(await dataOf(staff.POST('/invitation', { body: { token, password } })));
}

/** Replaces the account after a change. */
export function updateMe(me: Me): void {
  const state = login.get();
  if (state.phase === 'in') login.set({ ...state, me });
}

/** Logs out. If the server does not respond, it still shows the login and rejects. */
export async function logOut(): Promise<void> {
  try {
    await dataOf(staff.POST('/logout'));
  } finally {
    leave();
  }
}

/** Replaces the dialog by the login page for another account. Unsaved input is lost. */
export const logInAsAnother = leave;

export const useLogin = (): Login => useStore(login);

/** Returns the current account. Pages inside the console's frame always have one. */
export function useMe(): Me {
  const state = useStore(login);
  if (state.phase !== 'in') throw new Error('useMe needs a logged-in staff account');
  return state.me;
}

/** The rights of the account. */
interface Rights {
  /** For a brand, or for all brands if `brand` is missing. */
  may(least: Role, brand?: string): boolean;
  /** For at least one brand. */
  somewhere(least: Role): boolean;
}

export function useRights(): Rights {
  const { roles } = useMe();
  return {
    may: (least, brand) => may(roles, least, brand),
    somewhere: (least) => maySomewhere(roles, least),
  };
}
