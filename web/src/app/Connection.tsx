import { useEffect, type ReactNode } from 'react';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { reloadOnce } from '@/lib/chunks/lateChunk';
import { systemClock } from '@/lib/clock';
import { useFormat } from '@/lib/format/useFormat';
import { gatewayHub } from '@/lib/gateway/site';
import { i18next, loadNamespace } from '@/lib/i18n/i18n';
import { announcedStatus } from '@/lib/maintenance/flag';
import { useOnline } from '@/lib/page/page';
import { useStore } from '@/lib/store/store';
import { refreshShown } from '@/lib/swr/cache';
import { toasts } from '@/lib/toast/store';
import css from './Connection.module.css';

/** Handles lost networks and pages that return. Not needed for the first paint. */
export default function Connection(): ReactNode {
  usePageReturn();
  usePlannedNotice();
  return <OfflineBar />;
}

/** Shows on every page that the browser is offline. SWR revalidates the data afterwards. */
function OfflineBar() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={css.bar}>
          <IconWifiOff size={18} aria-hidden="true" />
          {t('offline.bar')}
        </p>
      )}
    </div>
  );
}

/** The maximum time that a page may be hidden before it reloads all its data: milliseconds. */
const maxHiddenMs = 5 * 60_000;

/**
 * Reloads the page's data after the browser's back button or after minutes in the background.
 * Reloads the page itself if the visitor's country is refused.
 */
export function usePageReturn(): void {
  useEffect(() => {
    let hiddenAt: number | undefined;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hiddenAt = systemClock.now();
      else if (hiddenAt !== undefined && systemClock.now() - hiddenAt > maxHiddenMs) {
        hiddenAt = undefined;
        void refreshShown();
      }
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void refreshShown();
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pageshow', onShow);
    };
  }, []);
  useEffect(() => gatewayHub.on('region-blocked', reloadForNotice), []);
}

/** Reloads the page, because the server then sends visitors of a refused country a notice. */
function reloadForNotice(): void {
  void Promise.resolve()
    .then(() => reloadOnce(new Error('region blocked')))
    // If the page was reloaded a moment ago, its parts show the refusal.
    .catch(() => undefined);
}

const id = 'planned-maintenance';

/** Announces maintenance within a day, until the player closes the notice or it is withdrawn. */
function usePlannedNotice(): void {
  const format = useFormat();
  const next = JSON.stringify(useStore(announcedStatus).planned);
  useEffect(() => {
    const plan = announcedStatus.get().planned;
    if (!next || !plan) return;
    const time = [plan.from, plan.until]
      .filter((item) => item !== null)
      .map((name) => format.date(name, 'date-time'))
      .join(' – ');
    let shown = true;
    void loadNamespace('closedPart').then(() => {
      if (!shown) return;
      const parts = plan.parts.length > 0 ? plan.parts : (['site'] as const);
      const part = parts.map((item) => i18next.t(`closedPart:${item}`)).join(', ');
      const message = `${i18next.t('closedPart:planned', { part, time })} ${plan.message}`;
      toasts.show({ id, kind: 'info', message, timeout: 0 });
    });
    return () => {
      shown = false;
      toasts.dismiss(id);
    };
  }, [next, format]);
}
