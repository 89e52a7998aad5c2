import { useStore } from '../store/useStore';
import type { SessionEngine } from './engine';
import type { SessionState } from './machine';
import { siteSession } from './site';

/** Returns the session's state and its actions, and renders again when the state changes. */
export function useSession(): { state: SessionState; session: SessionEngine } {
  const session = siteSession();
  const state = useStore({ get: session.state, subscribe: session.subscribe });
  return { state, session };
}

/** A visitor who is signed in. */
export type Player = Extract<SessionState, { phase: 'player' }>;

/** Returns the player, or undefined for a guest. */
export function usePlayer(): Player | undefined {
  const { state } = useSession();
  return state.phase === 'player' ? state : undefined;
}
