import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '@/components/forms/AmountInput';
import { useForm } from '@/components/forms/useForm';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { useLimitsSet } from '@/contracts/hooks/limits';
import type { LimitKind, LimitPeriod, PlayerLimit } from '@/contracts/types';
import { isInMinutes, isLimitValue, limitPeriods, limitRequest } from './limits';
import css from './LimitForm.module.css';

interface LimitFormProps {
  kind: LimitKind;
  /** The initial period. */
  initialPeriod: LimitPeriod;
  texts: Record<LimitPeriod | 'period' | 'value' | 'invalid' | 'save', string>;
  /** Uses one column, with a visible label of the periods and a wide button. */
  alone?: boolean;
  /** Only the field shows why the server refused the limit. */
  suppressToast?: boolean;
  /** Gets the limit that the server has now. */
  onSaved(limit: PlayerLimit | undefined): Promise<void>;
}

const initialValues: { value: number | string } = { value: '' };

/** Sets a limit of a kind for a period. It can be new, tighter, or looser and pending. */
export function LimitForm(props: LimitFormProps) {
  const { kind, initialPeriod, texts, alone, suppressToast, onSaved } = props;
  const { t } = useTranslation('errors');
  const periodId = useId();
  const [period, setPeriod] = useState(initialPeriod);
  const form = useForm({
    initialValues,
    validate: ({ value }) => ({ value: !isLimitValue(kind, Number(value)) && texts.invalid }),
  });
  const { run, busy } = useLimitsSet({
    suppressToast,
    onSuccess: async ({ limits }) => {
      await onSaved(limits.find((limit) => limit.kind === kind && limit.period === period));
      form.reset();
    },
    onError: ({ message }) => form.refuse('value', message || t('failure')),
  });
  return (
    <form
      className={alone ? css.column : css.row}
      noValidate
      onSubmit={form.onSubmit(({ value }) => void run(limitRequest(kind, period, Number(value))))}
    >
      <div className={css.periods}>
        <p id={periodId} className={alone ? css.label : 'visually-hidden'}>
          {texts.period}
        </p>
        <div className={css.chips} role="group" aria-labelledby={periodId}>
          {limitPeriods.map((choice) => (
            <Chip key={choice} selected={choice === period} onClick={() => setPeriod(choice)}>
              {texts[choice]}
            </Chip>
          ))}
        </div>
      </div>
      <AmountInput
        className={css.field}
        required
        withAsterisk={false}
        inputMode={isInMinutes(kind) ? 'numeric' : 'decimal'}
        {...form.field('value', texts.value)}
      />
      <Button
        type="submit"
        variant="primary"
        size={alone ? 'large' : undefined}
        fullWidth={alone}
        busy={busy}
      >
        {texts.save}
      </Button>
    </form>
  );
}
