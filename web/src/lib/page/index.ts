export { useOnline } from './useOnline';
export { onPageTitle, usePageTitle } from './usePageTitle';
export { useRequested } from './useRequested';
