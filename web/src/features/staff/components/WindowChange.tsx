import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useNow } from '@/lib/clock';
import type { StaffError } from '../api/client';
import { notifyDone } from '../hooks/page';
import { useWindowChange, type Conflict } from '../hooks/useWindowChange';
import type { MaintenanceWindow } from '../model/maintenance';
import { extended, changedFields, patchFields } from '../model/notice';
import { Segments } from './Fields';
import { ActionError } from './Page';
import { FieldValue, Time } from './Values';
import form from './Form.module.css';
import css from './Windows.module.css';

interface ExtendWindowProps {
  /** A brand of the window. */
  brand: string;
  window: MaintenanceWindow;
  open: boolean;
  onClose(): void;
}

const choices = ['15', '30', '60', '120'] as const;
type Minutes = (typeof choices)[number];

/** Moves the end of a window and preserves its start and its message. */
export function ExtendWindow({ brand, window, open, onClose }: ExtendWindowProps) {
  const { t } = useTranslation('staff');
  const now = useNow(10_000);
  const [minutes, setMinutes] = useState<Minutes>('30');
  const { change, busy, error, conflict, redo, drop } = useWindowChange(brand, () => {
    onClose();
    notifyDone(t('window.extended'));
  });
  const until = extended(window, Number(minutes), now);
  const leave = () => {
    drop();
    onClose();
  };
  return (
    <>
      <Dialog open={open && !conflict} onClose={onClose} title={t('window.extendTitle')}>
        <div className={form.form}>
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
          <div className={form.actions}>
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

interface ConflictDialogProps {
  conflict: Conflict | undefined;
  busy: boolean;
  error: StaffError | undefined;
  onRedo(): void;
  onClose(): void;
}

/** Compares another account's change with the current one and asks for a decision. */
export function ConflictDialog({ conflict, busy, error, onRedo, onClose }: ConflictDialogProps) {
  const { t } = useTranslation('staff');
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={onClose}
      size="large"
      title={t('conflict.title')}
    >
      {conflict && (
        <div className={form.form}>
          {conflict.theirs ? (
            <Differences {...conflict} theirs={conflict.theirs} />
          ) : (
            <p>{t('conflict.gone')}</p>
          )}
          <ActionError error={error} />
          <div className={css.actions}>
            {conflict.theirs && conflict.theirs.state !== 'ended' && (
              <Button variant="primary" busy={busy} onClick={onRedo}>
                {t('conflict.redo')}
              </Button>
            )}
            <Button onClick={onClose}>{t('conflict.keep')}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Differences({
  before,
  theirs,
  patch,
}: Conflict & { theirs: NonNullable<Conflict['theirs']> }) {
  const { t } = useTranslation('staff');
  const changed = changedFields(before, theirs);
  const rows = patchFields.filter((field) => changed.includes(field) || field in patch);
  const mine = { ...before, ...patch };
  return (
    <>
      <p>{t(theirs.state === 'ended' ? 'conflict.ended' : 'conflict.text')}</p>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.before')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
              <th scope="col">{t('conflict.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((field) => (
              <tr key={field}>
                <th scope="row">{t(`window.fields.${field}`)}</th>
                <td>
                  <FieldValue value={before[field]} />
                </td>
                <td data-changed={changed.includes(field) || undefined}>
                  <FieldValue value={theirs[field]} />
                </td>
                <td data-changed={field in patch || undefined}>
                  <FieldValue value={field in patch ? mine[field] : theirs[field]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
