import { useEffect, useEffectEvent } from 'react';

/**
 * Returns whether a key was pressed that types `character`, also with Caps Lock. On keyboards of other alphabets it is
 * the key at the same place, whose `code` is given.
 */
export const isKey = (event: KeyboardEvent, character: string, code: string): boolean =>
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
