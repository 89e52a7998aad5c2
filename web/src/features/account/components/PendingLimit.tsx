import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useLimitsCancelPending, useLimitsConfirm } from '@/contracts/hooks/limits';
import type { PendingLimit as Pending, PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { toastSuccess } from '@/lib/toast/store';
import { useLimitValue } from '../hooks/useLimitValue';
import { refreshLimits } from '../model/refreshLimits';
import css from './Limits.module.css';

/** A looser limit that waits: it can be dropped at any time, and confirmed once it has waited. */
export function PendingLimit({ limit, pending }: { limit: PlayerLimit; pending: Pending }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const done = (text: string) => async () => {
    await refreshLimits();
    toastSuccess(text);
  };
  const confirm = useLimitsConfirm({ onSuccess: done(t('pending.confirmed')) });
  const cancel = useLimitsCancelPending({ onSuccess: done(t('pending.cancelled')) });
  const { kind, period } = limit;
  const value = useLimitValue(kind);
  const wanted = pending.amount ?? pending.minutes ?? null;
  return (
    <div className={css.pending}>
      <p>
        {wanted === null ? t('pending.removal') : t('pending.change', { amount: value(wanted) })}
      </p>
      <p className={css.note}>
        {t('pending.window', {
          from: format.date(pending.from),
          until: format.date(pending.until),
        })}
      </p>
      <div className={css.actions}>
        {pending.ready && (
          <Button
            variant="primary"
            busy={confirm.busy}
            onClick={() => void confirm.run({ kind, period })}
          >
            {t('pending.confirm')}
          </Button>
        )}
        <Button busy={cancel.busy} onClick={() => void cancel.run({ kind, period })}>
          {t('pending.cancel')}
        </Button>
      </div>
    </div>
  );
}
