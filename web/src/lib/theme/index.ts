export { setColorMode, showColorMode, startColorMode, useColorMode } from './mode';
export type { ColorMode } from './mode';
export { showTheme } from './theme';
