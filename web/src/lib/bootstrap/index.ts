export { bootstrap, hasFeature, loadBootstrap, setBootstrap } from './bootstrap';
export { isOffered, supports } from './supports';
export type { Bootstrap } from '@/contracts/types';
