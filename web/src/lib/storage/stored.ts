import { createListeners } from '../store/store';
import { areas, readItem, writeItem, type StorageArea } from './storedValue';

/**
 * The values that a browser stores for a player. `mode` is the colour mode, and `modalStatus` has
 * the ids of dismissed popups. `sessionEpoch`, `refreshedAt` and `logoutPending` belong to this
 * site only.
 */
export interface Stored {
  auth: StoredAuth;
  profile: StoredProfile;
  session: StoredSession;
  language: string;
  ridValue: string;
  /** The time of the next ping: milliseconds since 1970. */
  expirationDate: number;
  /** The time of the player's last activity: milliseconds since 1970. */
  userActivityStartTime: number;
  /** The path to open after a login. */
  returnUrl: string;
  showBalance: 0 | 1;
  siteUnderMaintenance: boolean;
  mode: 'light' | 'dark';
  modalStatus: string[];
  /** The epoch of the stored session. Values of another epoch are ignored (lib/session/epoch). */
  sessionEpoch: string;
  /** The last restoration of a session from `auth`: milliseconds since 1970. */
  refreshedAt: number;
  /** The player has logged out, but the server has not confirmed it yet. */
  logoutPending: boolean;
}

/** A value that belongs to one epoch of the session. */
interface OfEpoch {
  epoch?: string;
}

/** The sealed session that calls send as `user`. */
export interface StoredSession extends OfEpoch {
  uid: string;
  sid: string;
  uip: string;
  gmt: string;
  lang: string;
}

/** The login response, from which a session can be refreshed. */
interface StoredAuth extends OfEpoch {
  uid: string;
  sid: string;
  uip: string;
  username: string;
  rid: number;
  language: string;
  lastlogin: string | null;
  /** A mask, longer than 10 characters if an authenticator is set up. It is never the secret. */
  gasecret: string;
}

/** The player's data for the header until the profile call has finished. */
export interface StoredProfile extends OfEpoch {
  uid: string;
  username: string;
  firstname?: string | null;
  lastname?: string | null;
}

export type StoredName = keyof Stored;

/** Typed access to the stored values. An unreadable value counts as absent. */
export interface StoredValues {
  get<K extends StoredName>(name: K): Stored[K] | undefined;
  set<K extends StoredName>(name: K, value: Stored[K]): void;
  remove(...names: StoredName[]): void;
  /** Runs `listener` after each `set` and `remove` of this page. */
  subscribe(listener: () => void): () => void;
}

/** Values in plain text for other pages of the site. All others are JSON. */
const plain = new Set<StoredName>(['language', 'ridValue', 'returnUrl', 'mode', 'sessionEpoch']);

/** Creates the stored values of an area. If it is full or forbidden, the page's memory has them. */
export function createStoredValues(area: () => StorageArea): StoredValues {
  const { subscribe, notify } = createListeners();
  // Values that could not be written.
  const memory = new Map<StoredName, string>();
  return {
    get(name) {
      const text = memory.get(name) ?? readItem(area, name);
      if (text === null) return undefined;
      try {
        return (plain.has(name) ? text : JSON.parse(text)) as Stored[typeof name];
      } catch {
        return undefined;
      }
    },
    set(name, value) {
      const text = plain.has(name) ? String(value) : JSON.stringify(value);
      if (writeItem(area, name, text)) memory.delete(name);
      else memory.set(name, text);
      notify();
    },
    remove(...names) {
      for (const name of names) {
        memory.delete(name);
        writeItem(area, name, null);
      }
      notify();
    },
    subscribe,
  };
}

/** The stored values of this browser. */
export const stored: StoredValues = createStoredValues(areas.local);

/** The stored values that end with the tab. */
export const sessionStored: StoredValues = createStoredValues(areas.session);

/** Moves the stored values of one owner, `name:from`, to another owner. See createStoredValue. */
export function moveOwner(from: string, to: string): void {
  if (from === to) return;
  const end = `:${from}`;
  for (const area of [() => globalThis.localStorage, () => globalThis.sessionStorage]) {
    try {
      const storage = area();
      for (const key of Object.keys(storage).filter((name) => name.endsWith(end))) {
        const text = storage.getItem(key);
        if (text !== null) storage.setItem(key.slice(0, -from.length) + to, text);
        storage.removeItem(key);
      }
    } catch {
      // Full or forbidden storage has nothing to move.
    }
  }
}

/** Returns a function that reports whether the player is still the same. For a guest it is true. */
export function rememberPlayer(): () => boolean {
  const username = stored.get('auth')?.username;
  return () => username === undefined || stored.get('auth')?.username === username;
}
