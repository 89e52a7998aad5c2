import { stored } from '../storage/stored';

/**
 * Returns a function that tells whether the player of now still is the one of this call. What a guest began concerns
 * everybody.
 */
export function rememberPlayer(): () => boolean {
  const username = stored.get('auth')?.username;
  return () => username === undefined || stored.get('auth')?.username === username;
}
