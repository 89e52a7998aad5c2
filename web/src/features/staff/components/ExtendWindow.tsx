import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useNow } from '@/lib/clock';
import { useNotify } from '../hooks/useNotify';
import { useWindowChange } from '../hooks/useWindowChange';
import type { MaintenanceWindow } from '../model/maintenance';
import { extended } from '../model/notice';
import { ConflictDialog } from './ConflictDialog';
import { Segments } from './Segments';
import { ActionError } from './States';
import { Time } from './Time';
import css from './Form.module.css';

export interface ExtendWindowProps {
  /** A brand for which the window holds. */
  brand: string;
  window: MaintenanceWindow;
  open: boolean;
  onClose(): void;
}

const choices = ['15', '30', '60', '120'] as const;
type Minutes = (typeof choices)[number];

/** Moves the end of a window; its start and its message stay. */
export function ExtendWindow({ brand, window, open, onClose }: ExtendWindowProps) {
  const { t } = useTranslation('staff');
  const notify = useNotify();
  const now = useNow(10_000);
  const [minutes, setMinutes] = useState<Minutes>('30');
  const { change, busy, error, conflict, redo, drop } = useWindowChange(brand, () => {
    onClose();
    notify.done(t('window.extended'));
  });
  const until = extended(window, Number(minutes), now);
  const leave = () => {
    drop();
    onClose();
  };
  return (
    <>
      <Dialog open={open && !conflict} onClose={onClose} title={t('window.extendTitle')}>
        <div className={css.form}>
          <Segments
            label={t('window.by')}
            showLabel
            value={minutes}
            options={choices.map((value) => ({
              value,
              label: t('window.minutes', { count: Number(value) }),
            }))}
            onChange={(next) => setMinutes(next)}
          />
          <p>
            {t('window.newEnd')} <strong>{<Time at={until} />}</strong>
          </p>
          <ActionError error={error} />
          <div className={css.actions}>
            <Button variant="primary" busy={busy} onClick={() => void change(window, { until })}>
              {t('window.extend')}
            </Button>
            <Button onClick={onClose}>{t('cancel')}</Button>
          </div>
        </div>
      </Dialog>
      <ConflictDialog
        conflict={open ? conflict : undefined}
        busy={busy}
        error={error}
        onRedo={() => void redo()}
        onClose={leave}
      />
    </>
  );
}
