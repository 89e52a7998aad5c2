import type { ComponentStates, OverlayState, RenderState } from './states';

const files = import.meta.glob<ComponentStates>('../*/**/*.states.tsx', {
  eager: true,
  import: 'default',
});

export interface GalleryState {
  name: string;
  render: RenderState;
  /** The state covers the page and appears on demand. */
  overlay: boolean;
}

export interface GalleryComponent {
  /** The directory under src/components, such as ui. */
  room: string;
  name: string;
  states: GalleryState[];
}

const isOverlay = (state: RenderState | OverlayState): state is OverlayState =>
  typeof state === 'object';

/** The states of every shared component, from the *.states.tsx files below src/components. */
export const allStates: GalleryComponent[] = Object.entries(files).flatMap(([file, components]) =>
  Object.entries(components).map(([name, states]) => ({
    room: file.split('/')[1]!,
    name,
    states: Object.entries(states).map(([state, entry]) => ({
      name: state,
      render: isOverlay(entry) ? entry.overlay : entry,
      overlay: isOverlay(entry),
    })),
  })),
);
