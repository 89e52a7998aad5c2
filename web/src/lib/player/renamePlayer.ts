import { siteSession } from '../session/site';
import { stored } from '../storage/stored';
import { moveOwner } from '../storage/moveOwner';
import type { Names } from './load';
import { rememberedUsername } from './rememberedUsername';

/** Makes the header and what this browser stores under the player's name follow a changed user name. */
export function renamePlayer(from: string, { username, firstname, lastname }: Names): void {
  moveOwner(from, username);
  if (rememberedUsername.get() === from) rememberedUsername.set(username);
  const auth = stored.get('auth');
  if (auth) stored.set('auth', { ...auth, username });
  const session = siteSession();
  session.setProfileNames({ username, firstname, lastname }, session.epoch());
}
