import { useLocation } from 'react-router';
import { paths } from '../paths/paths';
import { stored } from '../storage/stored';

/** Pages on the way to a login; one returns to the page before them. */
const loginPages: readonly string[] = [
  paths.login.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
];

/** Returns whether a page is one of the way to a login. */
export const isLoginPage = (pathname: string): boolean => loginPages.includes(pathname);

/** Returns a function that stores the current page as the one to return to after the login, for links to the login. */
export function useSaveReturnUrl(): () => void {
  const { pathname, search } = useLocation();
  return () => {
    if (!isLoginPage(pathname)) stored.set('returnUrl', pathname + search);
  };
}
