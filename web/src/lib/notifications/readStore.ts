import { useSyncExternalStore } from 'react';

/** Ids kept as read: more than one page of both kinds can show. */
const kept = 600;
const listeners = new Set<() => void>();
const nothing: readonly string[] = [];
const cache = new Map<string, { text: string; ids: readonly string[] }>();

/** By the name of the player: the uid is sealed anew at every login. */
const keyOf = (username: string) => `readNotifications:${username}`;

function read(username: string): readonly string[] {
  let text = '[]';
  try {
    text = localStorage.getItem(keyOf(username)) ?? '[]';
  } catch {
    // A forbidden storage: nothing is remembered as read.
  }
  const known = cache.get(username);
  if (known?.text === text) return known.ids;
  const ids = parse(text);
  cache.set(username, { text, ids });
  return ids;
}

function parse(text: string): readonly string[] {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? list.map(String) : nothing;
  } catch {
    return nothing;
  }
}

/** Keeps notifications as read by a player at this browser. */
export function markRead(username: string, ids: readonly string[]): void {
  const old = read(username);
  const fresh = ids.filter((id) => !old.includes(id));
  if (fresh.length === 0) return;
  try {
    localStorage.setItem(keyOf(username), JSON.stringify([...fresh, ...old].slice(0, kept)));
  } catch {
    // A full or forbidden storage costs the mark, nothing more.
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Ids that a player has read at this browser; in step with other tabs. */
export const useReadIds = (username: string | undefined): readonly string[] =>
  useSyncExternalStore(subscribe, () => (username === undefined ? nothing : read(username)));
