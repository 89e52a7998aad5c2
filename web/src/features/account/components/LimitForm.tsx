import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '@/components/forms/AmountInput';
import { useForm } from '@/components/forms/useForm';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { useLimitsSet } from '@/contracts/hooks/limits';
import type { LimitKind, LimitPeriod, LimitsAnswer } from '@/contracts/types';
import { toastSuccess } from '@/lib/toast/store';
import { useSavedText } from '../hooks/useSavedText';
import { limitRequest } from '../model/limitRequest';
import { refreshLimits } from '../model/refreshLimits';
import css from './Limits.module.css';

const periods: readonly LimitPeriod[] = ['day', 'week', 'month'];

const initialValues: { value: number | string } = { value: '' };

/** Sets a limit of a kind for a period: a new one, a tighter one, or a looser one that waits. */
export function LimitForm({ kind }: { kind: LimitKind }) {
  const { t } = useTranslation(['limits', 'errors']);
  const [period, setPeriod] = useState<LimitPeriod>('day');
  const isTime = kind === 'session_time';
  const saved = useSavedText();
  const form = useForm({
    initialValues,
    validate: ({ value }) => ({
      value:
        (!(Number(value) > 0) || (isTime && !Number.isInteger(value))) &&
        t(isTime ? 'limit.invalidMinutes' : 'limit.invalid'),
    }),
  });
  const { run, busy } = useLimitsSet({
    onSuccess: async ({ limits }: LimitsAnswer) => {
      form.reset();
      const changed = limits.find((limit) => limit.kind === kind && limit.period === period);
      await refreshLimits();
      toastSuccess(saved(changed));
    },
    onError: ({ message }) => form.refuse('value', message || t('errors:failure')),
  });
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={form.onSubmit(({ value }) => void run(limitRequest(kind, period, Number(value))))}
    >
      <div className={css.periods} role="group" aria-label={t('limit.period')}>
        {periods.map((item) => (
          <Chip key={item} selected={item === period} onClick={() => setPeriod(item)}>
            {t(`limit.${item}`)}
          </Chip>
        ))}
      </div>
      <AmountInput
        className={css.field}
        label={t(isTime ? 'limit.minutes' : 'limit.amount')}
        inputMode={isTime ? 'numeric' : 'decimal'}
        {...form.getInputProps('value')}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('limit.save')}
      </Button>
    </form>
  );
}
