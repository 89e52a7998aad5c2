import { bootstrap } from '../bootstrap/bootstrap';
import { writeCookie } from '../storage/cookie';
import { stored } from '../storage/stored';
import { createStore } from '../store/store';
import { useStore } from '../store/useStore';

/** The colour mode (spec §4): stored, and applied at start. */
export type ColorMode = 'light' | 'dark';

const root = () => document.documentElement;
/** The mode in which the server rendered the page: by its cookie, or the brand's default. */
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

/** Applies the stored colour mode, or else the one of the served page. */
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
