export { bootstrap, hasFeature, loadBootstrap, setBootstrap } from './bootstrap';
export type { Bootstrap } from '@/contracts/types';
