import type { ReactNode } from 'react';
import type { SampleTexts } from './samples';

/** The properties that a state receives from the gallery and the contract suite. */
export interface StateProps {
  text: SampleTexts;
  /** The address of a sample image. */
  image: string;
  /** Closes an overlay. */
  onClose(): void;
}

/** Renders a component in one state. */
export type RenderState = (props: StateProps) => ReactNode;

/** A state that covers the page, such as an open dialog: the gallery shows it on demand. */
export interface OverlayState {
  overlay: RenderState;
}

/** The states of components: by the exported name of the component, then by the name of the state. */
export type ComponentStates = Record<string, Record<string, RenderState | OverlayState>>;
