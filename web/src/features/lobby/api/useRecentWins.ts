import { useCrmRecentWins } from '@/contracts/hooks/crm';
import { reducedMotionQuery, useMedia } from '@/lib/media';

/** Twice the BFF's cache lifetime (calls.md §9): the feed is calm. */
const pollIntervalMs = 30_000;

/**
 * Returns the latest wins. They are read again while the page is visible, except for players who have reduced
 * motion: for them the feed stands still.
 */
export function useRecentWins() {
  const still = useMedia(reducedMotionQuery);
  return useCrmRecentWins({}, { pollIntervalMs: still ? undefined : pollIntervalMs });
}
