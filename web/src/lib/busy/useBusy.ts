import { useEffect, useEffectEvent } from 'react';
import { addBusyCheck } from './busy';

/** Keeps the page from reloading by itself while the component is mounted and `check` returns true. */
export function useBusy(check: () => boolean): void {
  const current = useEffectEvent(check);
  useEffect(() => addBusyCheck(() => current()), []);
}
