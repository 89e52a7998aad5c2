import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import type { StaffError } from '../api/error';
import type { Conflict } from '../hooks/useWindowChange';
import { changedFields, patchFields } from '../model/notice';
import { FieldValue } from './Facts';
import { ActionError } from './States';
import css from './ConflictDialog.module.css';

export interface ConflictDialogProps {
  conflict: Conflict | undefined;
  busy: boolean;
  error: StaffError | undefined;
  onRedo(): void;
  onClose(): void;
}

/** Shows what another person has changed meanwhile, beside one's own change, and lets one decide. */
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
        <div className={css.body}>
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
