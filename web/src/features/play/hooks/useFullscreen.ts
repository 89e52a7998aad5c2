import { useEffect, useState, type RefObject } from 'react';

export interface Fullscreen {
  /** Whether the browser supports it; iPhones do not. */
  supported: boolean;
  active: boolean;
  toggle(): void;
}

/** Toggles the fullscreen mode of an element. */
export function useFullscreen(element: RefObject<HTMLElement | null>): Fullscreen {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  return {
    supported: document.fullscreenEnabled,
    active,
    // A browser may refuse the request; then nothing changes.
    toggle: () =>
      void (active ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(
        () => undefined,
      ),
  };
}
