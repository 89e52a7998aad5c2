/** Moves the stored values of one owner, `name:from`, to another; see createStoredValue. */
export function moveOwner(from: string, to: string): void {
  if (from === to) return;
  const end = `:${from}`;
  for (const area of [() => globalThis.localStorage, () => globalThis.sessionStorage]) {
    try {
      const storage = area();
      for (const key of Object.keys(storage).filter((it) => it.endsWith(end))) {
        const text = storage.getItem(key);
        if (text !== null) storage.setItem(key.slice(0, -from.length) + to, text);
        storage.removeItem(key);
      }
    } catch {
      // Forbidden or full storage has nothing to move.
    }
  }
}
