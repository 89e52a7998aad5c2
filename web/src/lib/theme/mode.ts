import { bootstrap } from '../bootstrap/bootstrap';
import { stored } from '../storage/stored';
import { writeCookie } from '../storage/storedValue';
import { createStore, useStore } from '../store/store';

/** The colour mode, which is stored and applied at the start. */
export type ColorMode = 'light' | 'dark';

const root = () => document.documentElement;
/** Returns the mode of the served page, from its cookie or the brand's default. */
const servedMode = (): ColorMode => (root().dataset.mode === 'light' ? 'light' : 'dark');

const colorMode = createStore<ColorMode>(servedMode());

/** Applies a colour mode to the page without storing it. */
export function showColorMode(mode: ColorMode): void {
  root().dataset.mode = mode;
  const { theme } = bootstrap();
  const color = theme.modes[mode].bg;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
  colorMode.set(mode);
}

/** Applies the stored colour mode, or else the mode of the served page. */
export function startColorMode(): void {
  const mode = stored.get('mode');
  showColorMode(mode === 'light' || mode === 'dark' ? mode : servedMode());
}

/** Changes the colour mode, stores it and writes the cookie that the server reads. */
export function setColorMode(mode: ColorMode): void {
  stored.set('mode', mode);
  writeCookie('mode', mode);
  showColorMode(mode);
}

/** Returns the colour mode and a function that toggles it. */
export function useColorMode(): { mode: ColorMode; toggle(): void } {
  const mode = useStore(colorMode);
  return { mode, toggle: () => setColorMode(mode === 'dark' ? 'light' : 'dark') };
}
