import type { ReactNode } from 'react';
import type { SampleTexts } from './samples';

/** The properties of a state from the gallery and the contract suite. */
export interface StateProps {
  text: SampleTexts;
  /** The address of a sample image. */
  image: string;
  /** Closes an overlay. */
  onClose(): void;
}

/** Renders a component in one state. */
export type RenderState = (props: StateProps) => ReactNode;

/** A state that covers the page, such as an open dialog. The gallery shows it on demand. */
export interface OverlayState {
  overlay: RenderState;
}

/** The states of components, by the exported name of the component and the name of the state. */
export type ComponentStates = Record<string, Record<string, RenderState | OverlayState>>;
