import { useSyncExternalStore } from 'react';
import { bootstrap } from '../bootstrap';
import { stored, writeCookie } from '../storage';

/** The colour mode (spec §4): stored and applied at start. */
export type ColorMode = 'light' | 'dark';

const listeners = new Set<() => void>();
const root = () => document.documentElement;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = (): ColorMode => (root().dataset.mode === 'light' ? 'light' : 'dark');

/** Puts a colour mode on the page without keeping it. */
function apply(mode: ColorMode): void {
  root().dataset.mode = mode;
  const { theme } = bootstrap();
  const color = theme.modes[mode].bg;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
  listeners.forEach((listener) => listener());
}

/** Applies the kept colour mode, else the one the page was served in: by cookie, or the brand's own. */
export function startColorMode(): void {
  const kept = stored.get('mode');
  apply(kept === 'light' || kept === 'dark' ? kept : current());
}

/** Changes the colour mode and keeps it, also for the server. */
export function setColorMode(mode: ColorMode): void {
  stored.set('mode', mode);
  writeCookie('mode', mode);
  apply(mode);
}

/** The colour mode and how to turn it. */
export function useColorMode(): { mode: ColorMode; toggle(): void } {
  const mode = useSyncExternalStore(subscribe, current);
  return { mode, toggle: () => setColorMode(mode === 'dark' ? 'light' : 'dark') };
}
