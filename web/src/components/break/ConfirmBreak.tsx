import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useLimitsCoolOff } from '@/contracts/hooks/limits';
import { useFormat } from '@/lib/format/useFormat';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import { lengthKey, type BreakHours } from './breakLengths';
import css from './BreakDialog.module.css';

interface ConfirmBreakProps {
  hours: BreakHours;
  /** Returns to the choice of the length. */
  onBack(): void;
  onClose(): void;
}

/** The second step of BreakDialog: says what a break means, and begins it. */
export function ConfirmBreak({ hours, onBack, onClose }: ConfirmBreakProps) {
  const { t } = useTranslation(['break', 'errors']);
  const format = useFormat();
  const { run, busy, error } = useLimitsCoolOff({
    suppressToast: true,
    onSuccess: ({ cool_off: begun }) => {
      toastSuccess(begun ? t('startedUntil', { until: format.date(begun.until) }) : t('started'));
      onClose();
      return Promise.all([refresh('limits/get'), refresh('limits/history')]);
    },
  });
  return (
    <Dialog open title={t('question', { length: t(lengthKey(hours)) })} onClose={onClose}>
      <div className={css.step}>
        <ul className={css.facts}>
          <li>{t('fact.start')}</li>
          <li>{t('fact.fixed')}</li>
          <li>{t('fact.closed')}</li>
          <li>{t('fact.open')}</li>
        </ul>
        {error && (
          <p className={css.error} role="alert">
            {error.message || t('errors:failure')}
          </p>
        )}
        <Button variant="primary" fullWidth busy={busy} onClick={() => void run({ hours })}>
          {t('start')}
        </Button>
        <Button variant="subtle" fullWidth onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </Dialog>
  );
}
