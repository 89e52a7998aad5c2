import { useEffect } from 'react';
import { systemClock } from '@/lib/clock';
import { refreshShown } from '@/lib/swr/cache';

/** How long a page may be hidden before everything that it shows is asked for again: milliseconds. */
const maxHiddenMs = 5 * 60_000;

/**
 * Asks again for what the page shows when it comes back: restored by the browser's back button, or after having been
 * hidden for minutes.
 */
export function PageReturn() {
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
  return null;
}
