export { onPageTitle, usePageTitle } from './usePageTitle';
