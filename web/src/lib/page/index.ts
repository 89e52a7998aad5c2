export { usePageTitle } from './usePageTitle';
