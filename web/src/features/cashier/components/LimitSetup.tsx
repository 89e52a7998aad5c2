import { IconScale } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { AmountInput } from '@/components/forms/AmountInput';
import { useForm } from '@/components/forms/useForm';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { useLimitsSet } from '@/contracts/hooks/limits';
import type { LimitPeriod } from '@/contracts/types';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import css from './PaymentForm.module.css';

const periods: readonly LimitPeriod[] = ['day', 'week', 'month'];

/** Sets the deposit limit that a player needs before the first deposit; the payment form follows once it is in force. */
export function LimitSetup() {
  const { t } = useTranslation(['payments', 'errors']);
  const periodId = useId();
  const form = useForm({
    initialValues: { period: 'month' as LimitPeriod, amount: '' as number | string },
    validate: ({ amount }) => ({ amount: !(Number(amount) > 0) && t('limitSetup.invalid') }),
  });
  const { run, busy } = useLimitsSet({
    suppressToast: true,
    onSuccess: async () => {
      toastSuccess(t('limitSetup.saved'));
      await refresh('limits/get');
    },
    onError: ({ message }) => form.refuse('amount', message || t('errors:failure')),
  });
  const { period } = form.getValues();
  return (
    <Panel icon={<IconScale size={22} />} title={t('limitSetup.title')} text={t('limitSetup.text')}>
      <form
        className={css.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) =>
            void run({ kind: 'deposit', period: values.period, amount: Number(values.amount) }),
        )}
      >
        <div>
          <p id={periodId} className={css.label}>
            {t('limitSetup.period')}
          </p>
          <div className={css.chips} role="group" aria-labelledby={periodId}>
            {periods.map((item) => (
              <Chip
                key={item}
                selected={period === item}
                onClick={() => form.setFieldValue('period', item)}
              >
                {t(`limitSetup.${item}`)}
              </Chip>
            ))}
          </div>
        </div>
        <AmountInput
          required
          withAsterisk={false}
          label={t('limitSetup.amount')}
          {...form.getInputProps('amount')}
        />
        <Button type="submit" variant="primary" size="large" fullWidth busy={busy}>
          {t('limitSetup.save')}
        </Button>
      </form>
    </Panel>
  );
}
