import { siteSession } from '../session/site';
import { moveOwner, stored } from '../storage/stored';
import { createStoredValue } from '../storage/storedValue';
import type { Names } from './load';

/** The user name that the last player of this browser chose to store, or ''. */
export const rememberedUsername = createStoredValue('rememberedUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});

/** Applies a changed user name to the header and to this browser's stored values. */
export function renamePlayer(from: string, { username, firstname, lastname }: Names): void {
  moveOwner(from, username);
  if (rememberedUsername.get() === from) rememberedUsername.set(username);
  const auth = stored.get('auth');
  if (auth) stored.set('auth', { ...auth, username });
  const session = siteSession();
  session.setProfileNames({ username, firstname, lastname }, session.epoch());
}
