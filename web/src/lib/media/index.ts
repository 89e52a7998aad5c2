import { useCallback, useSyncExternalStore } from 'react';

/** From here on a page is laid out for a desk: header menu, hero beside its column (look.md). */
export const desktopQuery = '(min-width: 1100px)';

/** The visitor wants nothing to move. */
export const reducedMotionQuery = '(prefers-reduced-motion: reduce)';

/** Whether a media query holds; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
