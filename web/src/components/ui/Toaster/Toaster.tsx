import { useEffect, useRef, useState } from 'react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from '@/lib/store/store';
import { toastPositions, toasts, type Toast, type ToastPosition } from '@/lib/toast/store';
import { Button, IconButton } from '../Button/Button';
import { CountBadge } from '../Chip/Chip';
import { RequestId } from '../State/State';
import { classes } from '../classes';
import { openDialogs } from '../Dialog/openDialogs';
import css from './Toaster.module.css';

const icons = {
  positive: IconCircleCheck,
  negative: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/**
 * Shows the toasts at nine positions, inside the topmost modal dialog if one is open, because the
 * page around it is inert. Mount it only in the application.
 */
export function Toaster() {
  const shown = useStore(toasts);
  // Toasts from the page's start come after the regions, because screen readers announce only changes.
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setMounted(true));
    return () => clearTimeout(id);
  }, []);
  const list = mounted ? shown : [];
  const dialog = useStore(openDialogs).at(-1);
  const regions = toastPositions.map((position) => (
    <ToastRegion
      key={position}
      position={position}
      list={list.filter((toast) => toast.position === position)}
    />
  ));
  return dialog ? createPortal(regions, dialog) : regions;
}

/** The live region of a position. It is mounted empty, because screen readers announce only changes. */
function ToastRegion({ position, list }: { position: ToastPosition; list: Toast[] }) {
  const vertical = position.startsWith('top')
    ? 'top'
    : position.startsWith('bottom')
      ? 'bottom'
      : 'middle';
  const side = position.endsWith('left') ? 'left' : position.endsWith('right') ? 'right' : 'center';
  const region = useRef<HTMLDivElement>(null);

  // After the paint, because opening forces a layout of the page.
  useEffect(() => {
    const element = region.current;
    // Disconnected if the dialog that contained the region has just closed.
    if (!element?.isConnected || !('showPopover' in element)) return;
    // Reopened for every toast, so it is above a dialog that was opened in the meantime.
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [list.length]);

  return (
    <div
      ref={region}
      popover="manual"
      className={css.region}
      data-v={vertical}
      data-h={side}
      role="status"
      aria-live="polite"
    >
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('common');
  const Icon = icons[toast.kind];
  const pause = () => toasts.pause(toast.id);
  const resume = () => toasts.resume(toast.id);
  return (
    <div
      className={classes(css.toast, css[toast.kind])}
      data-toast={toast.kind}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <Icon className={css.icon} aria-hidden="true" />
      <div>
        <p className={css.message}>{toast.message}</p>
        {toast.requestId && <RequestId id={toast.requestId} />}
      </div>
      <div className={css.actions}>
        {toast.action && (
          <Button size="small" onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        )}
        <IconButton
          size="small"
          label={t('close')}
          icon={<IconX size={18} />}
          onClick={() => toasts.dismiss(toast.id)}
        />
      </div>
      {toast.count > 1 && (
        <span className={css.badge} data-at={toast.badgePosition}>
          <CountBadge count={toast.count} label={t('toast.count', { count: toast.count })} />
        </span>
      )}
    </div>
  );
}
