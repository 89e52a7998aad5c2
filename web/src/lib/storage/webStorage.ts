/** The part of Web Storage that the site uses. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The two areas of Web Storage. A browser that forbids storage throws when they are read. */
export const areas = {
  local: (): StorageArea => globalThis.localStorage,
  session: (): StorageArea => globalThis.sessionStorage,
};

/** Reads an item; null when it is absent or storage is forbidden. */
export function readItem(area: () => StorageArea, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

/** Writes an item, or removes it when `text` is null; false when storage is full or forbidden. */
export function writeItem(area: () => StorageArea, key: string, text: string | null): boolean {
  try {
    if (text === null) area().removeItem(key);
    else area().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
