export { AccountLayout } from './account/AccountLayout';
export { MainLayout } from './main/MainLayout';
export { PlayLayout } from './play/PlayLayout';
