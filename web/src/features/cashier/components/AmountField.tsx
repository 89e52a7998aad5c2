import { useTranslation } from 'react-i18next';
import { NumberInput } from '@/components/forms';
import { Chip } from '@/components/ui';
import { useFormat } from '@/lib/format';
import type { Way } from '../model/methods';
import css from './PaymentForm.module.css';
import type { PaymentFormOf } from '../model/paymentFormType';
import { suggestedAmounts } from '../model/suggestedAmounts';
import { useSeparators } from '../hooks/useSeparators';

export interface AmountFieldProps {
  form: PaymentFormOf;
  way: Way;
  /** Only these can be paid, where the platform names them. */
  amounts?: readonly number[];
}

/** How much: typed or chosen; only chosen where the platform takes certain amounts alone. */
export function AmountField({ form, way, amounts }: AmountFieldProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const separators = useSeparators();
  const fixed = amounts !== undefined && amounts.length > 0;
  const chips = fixed ? amounts : suggestedAmounts(way.min, way.max);
  const given = form.getValues().amount;
  const limits = t('amount.limits', {
    min: format.money(way.min, { round: true }),
    max: format.money(way.max, { round: true }),
  });
  return (
    <div>
      {fixed ? (
        <p className={css.label}>{t('amount.choose')}</p>
      ) : (
        <NumberInput
          size="md"
          required
          withAsterisk={false}
          label={t('amount.label')}
          description={limits}
          inputMode="decimal"
          hideControls
          allowNegative={false}
          decimalScale={2}
          {...separators}
          {...form.getInputProps('amount')}
        />
      )}
      <div className={css.chips} role="group" aria-label={t('amount.chips')}>
        {chips.map((amount) => (
          <Chip
            key={amount}
            on={given === amount}
            onClick={() => form.setFieldValue('amount', amount)}
          >
            {format.money(amount, { round: true })}
          </Chip>
        ))}
      </div>
      {fixed && form.errors.amount && (
        <p className={css.error} role="alert">
          {form.errors.amount}
        </p>
      )}
    </div>
  );
}
