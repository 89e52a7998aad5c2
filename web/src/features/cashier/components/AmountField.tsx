import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '@/components/forms/AmountInput';
import { Chip } from '@/components/ui/Chip/Chip';
import { useFormat } from '@/lib/format/useFormat';
import { suggestedAmounts, type PaymentMethod } from '../model/methods';
import css from './PaymentForm.module.css';
import type { PaymentFormType } from '../model/payment';

interface AmountFieldProps {
  form: PaymentFormType;
  method: PaymentMethod;
  /** The only allowed amounts, if the platform specifies them. */
  amounts?: readonly number[];
  /** The text about the remainder of the player's deposit limit. */
  allowance?: string;
}

/** Asks for the amount, with a select if the platform allows only certain amounts. */
export function AmountField({ form, method, amounts, allowance }: AmountFieldProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const errorId = useId();
  const fixed = amounts !== undefined && amounts.length > 0;
  const chips = fixed ? amounts : suggestedAmounts(method.min, method.max);
  const selected = form.getValues().amount;
  const limits = t('amount.limits', {
    min: format.money(method.min, { round: true }),
    max: format.money(method.max, { round: true }),
  });
  return (
    <div>
      {fixed ? (
        <p className={css.label}>{[t('amount.choose'), allowance].filter(Boolean).join(' · ')}</p>
      ) : (
        <AmountInput
          required
          withAsterisk={false}
          label={t('amount.label')}
          description={allowance ? `${limits} · ${allowance}` : limits}
          {...form.getInputProps('amount')}
        />
      )}
      <div
        className={css.chips}
        role="group"
        aria-label={t('amount.chips')}
        // The group of fixed amounts takes the focus after a refusal, because it has no input.
        {...(fixed && {
          tabIndex: -1,
          'data-path': 'amount',
          'aria-describedby': form.errors.amount ? errorId : undefined,
        })}
      >
        {chips.map((amount) => (
          <Chip
            key={amount}
            selected={selected === amount}
            onClick={() => form.setFieldValue('amount', amount)}
          >
            {format.money(amount, { round: true })}
          </Chip>
        ))}
      </div>
      {fixed && form.errors.amount && (
        <p id={errorId} className={css.error} role="alert">
          {form.errors.amount}
        </p>
      )}
    </div>
  );
}
