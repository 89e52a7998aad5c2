import { useEffect, useState, type RefObject } from 'react';

export interface Fullscreen {
  /** Whether the browser can do it: phones with a small iOS cannot. */
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Shows an element alone on the whole screen, and back. */
export function useFullscreen(element: RefObject<HTMLElement | null>): Fullscreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  return {
    possible: document.fullscreenEnabled,
    on,
    // A browser may refuse; then everything stays as it is.
    toggle: () =>
      void (on ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(
        () => undefined,
      ),
  };
}
