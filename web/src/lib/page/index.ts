export { useOnline } from './useOnline';
export { onPageTitle, usePageTitle } from './usePageTitle';
