import { useLocation } from 'react-router';
import { paths } from '../paths/paths';
import { stored } from '../storage/stored';
import { useStore } from '../store/store';
import type { SessionEngine } from './engine';
import type { SessionState } from './machine';
import { siteSession } from './site';

/** Returns the session's state and its actions, and renders again when the state changes. */
export function useSession(): { state: SessionState; session: SessionEngine } {
  const session = siteSession();
  const state = useStore({ get: session.state, subscribe: session.subscribe });
  return { state, session };
}

/** A signed-in visitor. */
export type Player = Extract<SessionState, { phase: 'player' }>;

/** Returns the player, or undefined for a guest. */
export function usePlayer(): Player | undefined {
  const { state } = useSession();
  return state.phase === 'player' ? state : undefined;
}

/** The pages of a login. The return path is the page before them. */
const loginPages: readonly string[] = [
  paths.login.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
];

/** Returns whether a page is part of a login. */
export const isLoginPage = (pathname: string): boolean => loginPages.includes(pathname);

/** Returns a function that stores the current page as the return path, for links to the login. */
export function useSaveReturnUrl(): () => void {
  const { pathname, search } = useLocation();
  return () => {
    if (!isLoginPage(pathname)) stored.set('returnUrl', pathname + search);
  };
}
