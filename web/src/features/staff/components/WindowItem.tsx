import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useNow } from '@/lib/clock';
import { staffPaths } from '@/lib/paths/staff';
import { endWindow } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useNotify } from '../hooks/useNotify';
import { useWindowChange } from '../hooks/useWindowChange';
import { isForAll, type MaintenanceWindow } from '../model/maintenance';
import { extended } from '../model/notice';
import { ActionButton } from './ActionButton';
import { ConflictDialog } from './ConflictDialog';
import { Segments } from './Segments';
import { ActionError } from './States';
import { Tag } from './Tag';
import { Time } from './Time';
import { WindowFacts } from './WindowFacts';
import css from './WindowItem.module.css';
import formCss from './Form.module.css';

const tones = { open: 'negative', scheduled: 'info', ended: 'neutral' } as const;

/** A window of a brand, or of all, with what one may do with it. */
export function WindowItem({ brand, window }: { brand: string; window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const [extending, setExtending] = useState(false);
  const started = window.state === 'open';
  const allowed = may('support', window.brand);
  return (
    <li className={css.item} data-window={window.id}>
      <p className={css.head}>
        <Tag tone={tones[window.state]}>{t(`window.state.${window.state}`)}</Tag>
        {isForAll(window) && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={window} />
      {window.state !== 'ended' &&
        (allowed ? (
          <div className={css.actions}>
            <Button size="small" onClick={() => setExtending(true)}>
              {t('window.extend')}
            </Button>
            <ButtonLink size="small" to={staffPaths.window.to({ brand, id: window.id })}>
              {t('window.edit')}
            </ButtonLink>
            <ActionButton
              size="small"
              variant="danger"
              action={async () => {
                await endWindow(window);
                notify.done(t(started ? 'window.ended' : 'window.withdrawn'));
              }}
              ask={{
                title: t(started ? 'window.endTitle' : 'window.withdrawTitle'),
                text: t(started ? 'window.endText' : 'window.withdrawText'),
                word: isForAll(window) ? t('confirm.allWord') : undefined,
              }}
            >
              {t(started ? 'window.end' : 'window.withdraw')}
            </ActionButton>
          </div>
        ) : (
          <p className={css.reason}>
            {t(isForAll(window) ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
          </p>
        ))}
      <ExtendWindow
        brand={brand}
        window={window}
        open={extending}
        onClose={() => setExtending(false)}
      />
    </li>
  );
}

interface ExtendWindowProps {
  /** A brand for which the window holds. */
  brand: string;
  window: MaintenanceWindow;
  open: boolean;
  onClose(): void;
}

const choices = ['15', '30', '60', '120'] as const;
type Minutes = (typeof choices)[number];

/** Moves the end of a window; its start and its message stay. */
function ExtendWindow({ brand, window, open, onClose }: ExtendWindowProps) {
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
        <div className={formCss.form}>
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
          <div className={formCss.actions}>
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
