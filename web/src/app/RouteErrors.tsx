import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CrashScreen } from './screens/CrashScreen';

interface Props {
  /** Another place gives the page another chance. */
  place: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { error?: unknown; place: string }> {
  override state: { error?: unknown; place: string } = { place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: { place: string }) {
    return props.place === state.place ? null : { error: undefined, place: props.place };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <CrashScreen />;
  }
}

/** Catches what a page throws; the frame around it stays usable. */
export function RouteErrors({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary place={pathname}>{children}</Boundary>;
}
