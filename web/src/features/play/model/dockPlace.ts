import { createStoredValue } from '@/lib/storage/storedValue';

/** A corner of the window. Left and right are physical, like the keys that move the dock. */
interface Corner {
  vertical: 'top' | 'bottom';
  horizontal: 'left' | 'right';
}

/** The corner of a docked game on wide screens, and its width in pixels. */
export interface DockPlace extends Corner {
  width: number;
}

/** The smallest and largest width of the dock, and the step of a key, in pixels. */
const dockWidths = { min: 320, max: 640, step: 40 } as const;
/** The widths that clicks on the resize button select in turn. */
const presets = [400, 520, 640] as const;

const initial: DockPlace = { vertical: 'bottom', horizontal: 'left', width: presets[0] };

/** The dock's place, which this browser stores. */
export const dockPlace = createStoredValue<DockPlace>('gameDock', {
  parse(json) {
    const found = json as Partial<DockPlace> | null | undefined;
    return {
      vertical: found?.vertical === 'top' ? 'top' : initial.vertical,
      horizontal: found?.horizontal === 'right' ? 'right' : initial.horizontal,
      width: Number.isFinite(found?.width) ? clampWidth(found!.width!) : initial.width,
    };
  },
});

/** Limits a width to the supported range. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(dockWidths.max, Math.max(dockWidths.min, width)));
}

/** Returns the place after an arrow key, or undefined for other keys. */
export function moveByKey(place: DockPlace, key: string): DockPlace | undefined {
  switch (key) {
    case 'ArrowUp':
      return { ...place, vertical: 'top' };
    case 'ArrowDown':
      return { ...place, vertical: 'bottom' };
    case 'ArrowLeft':
      return { ...place, horizontal: 'left' };
    case 'ArrowRight':
      return { ...place, horizontal: 'right' };
    default:
      return undefined;
  }
}

/** Returns the width after an arrow key, or undefined for other keys. */
export function resizeByKey(place: DockPlace, key: string): DockPlace | undefined {
  const larger = key === 'ArrowUp' || key === 'ArrowRight';
  const smaller = key === 'ArrowDown' || key === 'ArrowLeft';
  if (!larger && !smaller) return undefined;
  const width = clampWidth(place.width + (larger ? dockWidths.step : -dockWidths.step));
  return { ...place, width };
}

/** Returns the next corner clockwise, for a click on the move button. */
export function nextCorner(place: DockPlace): DockPlace {
  const { vertical, horizontal } = place;
  if (horizontal === 'left') {
    return vertical === 'bottom'
      ? { ...place, vertical: 'top' }
      : { ...place, horizontal: 'right' };
  }
  return vertical === 'top' ? { ...place, vertical: 'bottom' } : { ...place, horizontal: 'left' };
}

/** Returns the next larger width, or the smallest after the largest, for the resize button. */
export function nextWidth(place: DockPlace): DockPlace {
  return { ...place, width: presets.find((width) => width > place.width) ?? presets[0] };
}

/** Returns the corner nearest to a point of the window, for the end of a drag. */
export function nearestCorner(
  place: DockPlace,
  { x, y }: { x: number; y: number },
  window: { width: number; height: number },
): DockPlace {
  return {
    ...place,
    vertical: y < window.height / 2 ? 'top' : 'bottom',
    horizontal: x < window.width / 2 ? 'left' : 'right',
  };
}
