import { createListeners } from '../store/store';

/** The part of Web Storage that the site uses. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The two areas of Web Storage. If the browser forbids storage, they throw. */
export const areas = {
  local: (): StorageArea => globalThis.localStorage,
  session: (): StorageArea => globalThis.sessionStorage,
};

/** Reads an item. Returns null if it is absent or storage is forbidden. */
export function readItem(area: () => StorageArea, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

/** Writes an item, or removes it if null. Returns false if storage is full or forbidden. */
export function writeItem(area: () => StorageArea, key: string, text: string | null): boolean {
  try {
    if (text === null) area().removeItem(key);
    else area().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A typed value in Web Storage, encoded as JSON. */
interface StoredValue<Value> {
  /** Returns the same object until the value changes. `owner` is part of the key. */
  get(owner?: string): Value;
  /** Writes the value. If storage is full or forbidden, keeps it in memory and returns false. */
  set(value: Value, owner?: string): boolean;
  remove(owner?: string): void;
  /** Runs `listener` after a change in this page or in another tab. */
  subscribe(listener: () => void): () => void;
}

interface StoredValueOptions<Value> {
  /** The storage area. `session` ends with the tab. Default: `local`. */
  area?: keyof typeof areas;
  /** Converts the result of JSON.parse. It is undefined if there is no value or no valid JSON. */
  parse(json: unknown): Value;
}

/** Creates a stored value under `name`, or under `name:owner` for each owner. */
export function createStoredValue<Value>(
  name: string,
  { area = 'local', parse }: StoredValueOptions<Value>,
): StoredValue<Value> {
  const { subscribe, notify } = createListeners();
  const parsed = new Map<string, { text: string | null; value: Value }>();
  // Values that could not be written.
  const memory = new Map<string, string>();
  const keyOf = (owner?: string) => (owner === undefined ? name : `${name}:${owner}`);
  const textOf = (key: string) => memory.get(key) ?? readItem(areas[area], key);

  return {
    get(owner) {
      const key = keyOf(owner);
      const text = textOf(key);
      const known = parsed.get(key);
      if (known?.text === text) return known.value;
      const value = parse(parseJSON(text));
      parsed.set(key, { text, value });
      return value;
    },
    set(value, owner) {
      const key = keyOf(owner);
      const text = JSON.stringify(value);
      if (text === textOf(key)) return !memory.has(key);
      const written = writeItem(areas[area], key, text);
      if (written) memory.delete(key);
      else memory.set(key, text);
      notify();
      return written;
    },
    remove(owner) {
      const key = keyOf(owner);
      if (textOf(key) === null) return;
      memory.delete(key);
      writeItem(areas[area], key, null);
      notify();
    },
    subscribe(listener) {
      const unsubscribe = subscribe(listener);
      window.addEventListener('storage', listener);
      return () => {
        unsubscribe();
        window.removeEventListener('storage', listener);
      };
    },
  };
}

function parseJSON(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Writes a cookie for the server, which renders language, direction and colour mode into the page.
 * The site writes only `language` and `mode`. The session cookie is HttpOnly.
 */
export function writeCookie(name: 'language' | 'mode', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}
