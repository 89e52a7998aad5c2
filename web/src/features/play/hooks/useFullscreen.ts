import { useEffect, useState } from 'react';

export interface Fullscreen {
  /** Whether the browser supports it; iPhones do not. */
  supported: boolean;
  active: boolean;
  toggle(): void;
}

/**
 * Toggles the fullscreen mode of the page. The whole page, not the game, since the bar, dialogs and toasts must stay
 * visible. It ends when the player leaves the play page.
 */
export function useFullscreen(): Fullscreen {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, []);
  return {
    supported: document.fullscreenEnabled,
    active,
    // A browser may refuse the request; then nothing changes.
    toggle: () =>
      void (
        active ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      )?.catch(() => undefined),
  };
}
