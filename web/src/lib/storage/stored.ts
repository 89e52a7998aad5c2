/**
 * The values a browser keeps for a player, by the names of spec §3, "client-stored values".
 * `mode` is the colour mode, `modalStatus` the ids of popups already dismissed.
 */
export interface Stored {
  auth: StoredAuth;
  profile: StoredProfile;
  session: StoredSession;
  language: string;
  ridValue: string;
  /** When the session should next be proved alive: milliseconds since 1970. */
  expirationDate: number;
  /** When the player was last seen to be present: milliseconds since 1970. */
  userActivityStartTime: number;
  /** Address to go to after login. */
  returnUrl: string;
  showBalance: 0 | 1;
  siteUnderMaintenance: boolean;
  mode: 'light' | 'dark';
  modalStatus: string[];
}

/** The sealed session that goes with a call as `user` (spec §3, calls.md §3). */
export interface StoredSession {
  uid: string;
  sid: string;
  uip: string;
  gmt: string;
  lang: string;
}

/** The login payload, kept so that a session can be refreshed (spec §3). */
export interface StoredAuth {
  uid: string;
  sid: string;
  uip: string;
  username: string;
  rid: number;
  language: string;
  lastlogin: string | null;
  /** A mask, longer than 10 characters where an authenticator is set up; never the secret. */
  gasecret: string;
}

/** What the header shows of a player before the profile call has answered. */
export interface StoredProfile {
  uid: string;
  username: string;
  firstname: string;
  lastname: string;
}

export type StoredName = keyof Stored;

/** Typed access to the stored values; a value that cannot be read counts as absent. */
export interface StoredValues {
  get<K extends StoredName>(name: K): Stored[K] | undefined;
  set<K extends StoredName>(name: K, value: Stored[K]): void;
  remove(...names: StoredName[]): void;
}

/** Plain text is kept plain, so that other pages of the site can read it; the rest is JSON. */
const plain = new Set<StoredName>(['language', 'ridValue', 'returnUrl', 'mode']);

/** Stored values over a Web Storage; a full or forbidden storage never breaks the page. */
export function createStoredValues(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): StoredValues {
  return {
    get(name) {
      try {
        const text = storage.getItem(name);
        if (text === null) return undefined;
        return (plain.has(name) ? text : JSON.parse(text)) as Stored[typeof name];
      } catch {
        return undefined;
      }
    },
    set(name, value) {
      try {
        storage.setItem(name, plain.has(name) ? String(value) : JSON.stringify(value));
      } catch {
        // Private windows may forbid storage; the value then lives as long as the page.
      }
    },
    remove(...names) {
      for (const name of names) {
        try {
          storage.removeItem(name);
        } catch {
          // See set().
        }
      }
    },
  };
}

/** The stored values of this browser. */
export const stored: StoredValues = createStoredValues(globalThis.localStorage);
