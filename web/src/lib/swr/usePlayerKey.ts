import { usePlayer } from '../session/useSession';

/** The part of a key that names the player: '' for what everybody may see, undefined while nobody is signed in. */
export function usePlayerKey(who: 'guest' | 'player'): string | undefined {
  const player = usePlayer();
  return who === 'guest' ? '' : player?.profile.uid;
}
