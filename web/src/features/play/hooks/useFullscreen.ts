import { useEffect, useState, type RefObject } from 'react';

export interface Fullscreen {
  /** Whether the browser supports it; iPhones do not. */
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Toggles the fullscreen mode of an element. */
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
    // A browser may refuse the request; then nothing changes.
    toggle: () =>
      void (on ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(
        () => undefined,
      ),
  };
}
