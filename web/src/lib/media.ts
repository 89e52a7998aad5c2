import { useCallback, useSyncExternalStore } from 'react';

/** The media query of the desktop layout, with the header menu and the hero next to its column. */
export const desktopQuery = '(min-width: 1100px)';

/** The media query of visitors who prefer reduced motion. */
export const reducedMotionQuery = '(prefers-reduced-motion: reduce)';

/** Returns whether a media query matches, and renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
