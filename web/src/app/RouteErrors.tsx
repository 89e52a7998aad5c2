import { Component, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { IconRefreshAlert, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { EmptyState } from '@/components/ui/State/State';
import { isBusy, subscribeBusy } from '@/lib/busy/busy';
import { paths } from '@/lib/paths/paths';
import css from './screens/screens.module.css';

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

/** Catches errors of a page. The layout around it remains usable. */
export function RouteErrors({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary path={pathname}>{children}</Boundary>;
}

/**
 * The error screen of a page that cannot be displayed. It reloads when the browser is online again,
 * but not during a running game.
 */
export function CrashScreen() {
  const { t } = useTranslation(['errors', 'common']);
  const [offline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!offline) return;
    const reload = () => {
      if (navigator.onLine && !isBusy()) location.reload();
    };
    const unsubscribe = subscribeBusy(reload);
    window.addEventListener('online', reload);
    return () => {
      unsubscribe();
      window.removeEventListener('online', reload);
    };
  }, [offline]);
  return (
    <div className={css.screen} role="alert">
      <EmptyState
        icon={offline ? <IconWifiOff size={32} /> : <IconRefreshAlert size={32} />}
        title={t(offline ? 'common:offline.title' : 'crash.title')}
        text={t(offline ? 'offline.text' : 'crash.text')}
      >
        <Button variant="primary" onClick={() => location.reload()}>
          {t('crash.retry')}
        </Button>
        <ButtonLink to={paths.home.to()}>{t('notFound.home')}</ButtonLink>
      </EmptyState>
    </div>
  );
}
