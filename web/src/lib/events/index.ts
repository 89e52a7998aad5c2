export { startEvents } from './site';
