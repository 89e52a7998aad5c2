export { setColorMode, startColorMode, useColorMode } from './mode';
export type { ColorMode } from './mode';
