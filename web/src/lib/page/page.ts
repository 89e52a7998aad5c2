import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { createStore } from '../store/store';

/** The first of these shows that somebody uses the page; scrolling counts however it was started. */
const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'scroll'] as const;

/** Whether somebody has touched, scrolled or pointed at the page since it was opened. */
export const pageTouched = createStore(false);

/** Watches for the first sign of use. */
export function watchTouch(): void {
  // Not while capturing: a row that scrolls by itself is no sign.
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
 * Returns a part of the address, and its setter for the moment before a navigation. The router renders a new address
 * with low priority: until then the part is what was requested, so that fields show at once what is chosen, and a second
 * choice keeps the first.
 */
export function useRequested<Value>(shown: Value): [Value, (value: Value) => void] {
  const { key } = useLocation();
  const [requested, setRequested] = useState<{ since: string; value: Value }>();
  // A request ends with its navigation: going back leads to what was shown before it.
  const ended = requested !== undefined && requested.since !== key;
  if (ended) setRequested(undefined);
  const value = requested && !ended ? requested.value : shown;
  return [value, (next) => setRequested({ since: key, value: next })];
}

/**
 * Returns whether a key was pressed that types `character`, also with Caps Lock. On keyboards of other alphabets it is
 * the key at the same place, whose `code` is given.
 */
const isKey = (event: KeyboardEvent, character: string, code: string): boolean =>
  event.key.toLowerCase() === character || (/[^\0-\x7f]/.test(event.key) && event.code === code);

/** Opens the search with "/" outside text fields, and with Ctrl or ⌘ and K. An open dialog keeps its keys. */
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
