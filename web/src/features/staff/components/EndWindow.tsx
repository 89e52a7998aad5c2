import { useTranslation } from 'react-i18next';
import { endWindow } from '../api/maintenance';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { isForAll, type MaintenanceWindow } from '../model/maintenance';
import { ConfirmDialog } from './ConfirmDialog';

export interface EndWindowProps {
  window: MaintenanceWindow;
  open: boolean;
  onClose(): void;
}

/** Ends a window now, or withdraws a scheduled one; for all brands it is confirmed by typing. */
export function EndWindow({ window, open, onClose }: EndWindowProps) {
  const { t } = useTranslation('staff');
  const notify = useNotify();
  const started = window.state === 'open';
  const end = useStaffAction(async () => {
    await endWindow(window);
    onClose();
    notify.done(t(started ? 'window.ended' : 'window.withdrawn'));
  });
  return (
    <ConfirmDialog
      open={open}
      title={t(started ? 'window.endTitle' : 'window.withdrawTitle')}
      word={isForAll(window) ? t('confirm.allWord') : undefined}
      submit={t(started ? 'window.end' : 'window.withdraw')}
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run()}
      onClose={onClose}
    >
      <p>{t(started ? 'window.endText' : 'window.withdrawText')}</p>
    </ConfirmDialog>
  );
}
