import {
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useStore } from '@/lib/store/store';
import {
  clampWidth,
  dockPlace,
  moveByKey,
  nearestCorner,
  nextCorner,
  nextWidth,
  resizeByKey,
  type DockPlace,
} from '../model/dockPlace';

/** The handlers of a button that moves or resizes the dock, by dragging, arrow keys or clicks. */
interface DockHandle {
  onPointerDown(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onClick(): void;
}

export interface Dock {
  place: DockPlace;
  style: CSSProperties;
  move: DockHandle;
  resize: DockHandle;
}

/** The movement in pixels below which a pointer action is a click. */
const dragThreshold = 6;

/** Returns the place of a docked element on wide screens and the handlers that change it. */
export function useDock(element: RefObject<HTMLElement | null>): Dock {
  const dragged = useRef(false);
  const place = useStore(dockPlace);

  const handle = (
    byKey: (place: DockPlace, key: string) => DockPlace | undefined,
    byClick: (place: DockPlace) => DockPlace,
    onDrag: (start: PointerEvent, dx: number, dy: number, end: boolean) => void,
  ): DockHandle => ({
    onPointerDown(start) {
      dragged.current = false;
      const target = start.currentTarget;
      // The pointer's events must reach this page, not the frame below it.
      target.setPointerCapture(start.pointerId);
      const track = (event: Event) => {
        const { clientX, clientY, type } = event as unknown as PointerEvent;
        const [dx, dy] = [clientX - start.clientX, clientY - start.clientY];
        dragged.current ||= Math.hypot(dx, dy) > dragThreshold;
        if (type !== 'pointermove')
          names.forEach((name) => target.removeEventListener(name, track));
        if (dragged.current) onDrag(start, dx, dy, type !== 'pointermove');
      };
      names.forEach((name) => target.addEventListener(name, track));
    },
    onKeyDown(event) {
      const next = byKey(place, event.key);
      if (!next) return;
      event.preventDefault();
      dockPlace.set(next);
    },
    onClick() {
      if (!dragged.current) dockPlace.set(byClick(place));
      dragged.current = false;
    },
  });

  const move = handle(moveByKey, nextCorner, (_, dx, dy, end) => {
    const dock = element.current;
    if (!dock) return;
    dock.style.translate = end ? '' : `${dx}px ${dy}px`;
    if (!end) return;
    const { left, top, width, height } = dock.getBoundingClientRect();
    const centre = { x: left + dx + width / 2, y: top + dy + height / 2 };
    const { clientWidth, clientHeight } = document.documentElement;
    dockPlace.set(nearestCorner(place, centre, { width: clientWidth, height: clientHeight }));
  });

  const resize = handle(resizeByKey, nextWidth, (_, dx, __, end) => {
    // The edge towards the middle of the window follows the pointer.
    const width = clampWidth(place.width + (place.horizontal === 'left' ? dx : -dx));
    element.current?.style.setProperty('--dock-width', String(width));
    if (end) dockPlace.set({ ...place, width });
  });

  return {
    place,
    style: { '--dock-width': place.width } as CSSProperties,
    move,
    resize,
  };
}

const names = ['pointermove', 'pointerup', 'pointercancel'] as const;
