import { useSyncExternalStore } from 'react';
import type { SessionEngine } from './engine';
import type { SessionState } from './machine';
import { siteSession } from './site';

/** The session's state and its actions; the component renders again when the state changes. */
export function useSession(): { state: SessionState; session: SessionEngine } {
  const session = siteSession();
  const state = useSyncExternalStore(session.subscribe, session.state);
  return { state, session };
}

/** A visitor who is signed in. */
export type Player = Extract<SessionState, { phase: 'player' }>;

/** The player, or undefined for a guest. */
export function usePlayer(): Player | undefined {
  const { state } = useSession();
  return state.phase === 'player' ? state : undefined;
}
