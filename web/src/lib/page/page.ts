import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { createStore } from '../store/store';

/** The events that show a visitor at the page. Scrolling counts however it starts. */
const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'scroll'] as const;

/** Whether a visitor has touched, scrolled or pointed at the page since it opened. */
export const pageTouched = createStore(false);

/** Watches for the first sign of use. */
export function watchTouch(): void {
  // Does not capture, because a row that scrolls by itself is no sign.
  const options = { passive: true };
  const touched = () => {
    for (const sign of signs) removeEventListener(sign, touched);
    pageTouched.set(true);
  };
  for (const sign of signs) addEventListener(sign, touched, options);
}

function subscribe(listener: () => void): () => void {
  const names = ['online', 'offline'] as const;
  for (const name of names) window.addEventListener(name, listener);
  return () => names.forEach((name) => window.removeEventListener(name, listener));
}

/** Returns whether the browser has a network, and renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * Returns a part of the address, and its setter for the moment before a navigation. The router
 * renders a new address with low priority. Until then the part has the requested value, so fields
 * update immediately and a second choice keeps the first.
 */
export function useRequested<Value>(shown: Value): [Value, (value: Value) => void] {
  const { key } = useLocation();
  const [requested, setRequested] = useState<{ since: string; value: Value }>();
  // A request ends with its navigation, so going back shows the earlier value.
  const ended = requested !== undefined && requested.since !== key;
  if (ended) setRequested(undefined);
  const value = requested && !ended ? requested.value : shown;
  return [value, (next) => setRequested({ since: key, value: next })];
}

/**
 * Returns whether a pressed key types `character`, also with Caps Lock. On keyboards of other
 * alphabets the key's position, `code`, counts.
 */
const isKey = (event: KeyboardEvent, character: string, code: string): boolean =>
  event.key.toLowerCase() === character || (/[^\0-\x7f]/.test(event.key) && event.code === code);

/** Opens the search with "/" outside text fields, or with Ctrl+K or ⌘K. Not over a dialog. */
export function useSearchKey(open: () => void): void {
  const openNow = useEffectEvent(open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.matches('input, textarea, select, [contenteditable]');
      const command = event.ctrlKey || event.metaKey;
      const wanted = command ? isKey(event, 'k', 'KeyK') : !typing && isKey(event, '/', 'Slash');
      if (!wanted || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      openNow();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
