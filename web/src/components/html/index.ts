export { Html } from './Html';
export type { HtmlProps } from './Html';
export { sanitise } from './model/sanitise';
