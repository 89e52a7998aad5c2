import { useEffect } from 'react';
import { systemClock } from '@/lib/clock';
import { gatewayHub } from '@/lib/gateway/site';
import { refreshShown } from '@/lib/swr/cache';
import { reloadOnce } from '@/lib/chunks/staleChunk';

/** How long a page may be hidden before everything that it shows is asked for again: milliseconds. */
const maxHiddenMs = 5 * 60_000;

/**
 * Asks again for what the page shows when it comes back: restored by the browser's back button, or after having been
 * hidden for minutes. Loads the page again where the visitor's country is refused.
 */
export function usePageReturn(): void {
  useEffect(() => {
    let hiddenAt: number | undefined;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hiddenAt = systemClock.now();
      else if (hiddenAt !== undefined && systemClock.now() - hiddenAt > maxHiddenMs) {
        hiddenAt = undefined;
        void refreshShown();
      }
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void refreshShown();
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pageshow', onShow);
    };
  }, []);
  useEffect(() => gatewayHub.on('region-blocked', reloadForNotice), []);
}

/** Loads the page again: to visitors of a refused country the server sends a notice instead of it. */
function reloadForNotice(): void {
  void Promise.resolve()
    .then(() => reloadOnce(new Error('region blocked')))
    // The page was reloaded a moment ago: its parts show the refusal.
    .catch(() => undefined);
}
