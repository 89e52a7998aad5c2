import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { virtualStage } from '@/components/games/model/runningGame';

export interface Fullscreen {
  /** Whether the browser supports it. Safari on iPhones does not. */
  supported: boolean;
  active: boolean;
  toggle(): void;
}

/**
 * Toggles the fullscreen mode of the whole page, which includes bar, dialogs and toasts. It ends
 * with the play page.
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
    // If a browser refuses the request, nothing changes.
    toggle: () =>
      void (
        active ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      )?.catch(() => undefined),
  };
}

/** While `active`, lays an element over the stage that a page of virtual games reserves. */
export function useCoverStage(element: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    const [cover, stage] = [element.current, virtualStage.get()];
    if (!active || !cover || !stage) return;
    const update = () => Object.assign(cover.style, boxOf(stage));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(stage);
    // New content above the stage moves it and makes the page longer.
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      for (const name of Object.keys(boxOf(stage))) cover.style.removeProperty(name);
    };
  }, [element, active]);
}

/** Returns the box of an element in the document, without the transforms of animations. */
function boxOf(element: HTMLElement) {
  let [left, top] = [0, 0];
  for (
    let ancestor: Element | null = element;
    ancestor instanceof HTMLElement;
    ancestor = ancestor.offsetParent
  ) {
    left += ancestor.offsetLeft;
    top += ancestor.offsetTop;
  }
  const { offsetWidth, offsetHeight } = element;
  return {
    left: `${left}px`,
    top: `${top}px`,
    width: `${offsetWidth}px`,
    height: `${offsetHeight}px`,
  };
}
