import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CrashScreen } from './screens/CrashScreen';

interface Props {
  /** The error is cleared when the path changes. */
  path: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { error?: unknown; path: string }> {
  override state: { error?: unknown; path: string } = { path: this.props.path };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: { path: string }) {
    return props.path === state.path ? null : { error: undefined, path: props.path };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <CrashScreen />;
  }
}

/** Catches errors of a page; the layout around it stays usable. */
export function RouteErrors({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary path={pathname}>{children}</Boundary>;
}
