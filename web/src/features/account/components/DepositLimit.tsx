import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput, useForm, validates } from '@/components/forms';
import { Button } from '@/components/ui';
import { useLimitsSet } from '@/contracts/hooks/limits';
import type { LimitPeriod, LimitsAnswer, PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format';
import { refresh } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import { limitSchema } from '../model/limitSchema';
import { PendingLimit } from './PendingLimit';
import css from './DepositLimits.module.css';

export interface DepositLimitProps {
  period: LimitPeriod;
  /** The limit in force, if any. */
  limit: PlayerLimit | undefined;
}

const initialValues: { amount: number | string } = { amount: '' };

/** The deposit limit of a period: what is left of it, what waits, and a form that changes it. */
export function DepositLimit({ period, limit }: DepositLimitProps) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const titleId = useId();
  const form = useForm({ initialValues, validate: validates(limitSchema(t)) });
  const { run, busy } = useLimitsSet({
    onSuccess: async ({ limits }: LimitsAnswer) => {
      form.reset();
      const changed = limits.find((it) => it.kind === 'deposit' && it.period === period);
      await refresh('limits/get');
      toastSuccess(t(changed?.pending ? 'deposit.waits' : 'deposit.saved'));
    },
    onError: ({ message }) => form.refuse('amount', message || t('errors:failure')),
  });
  const set = (amount: number | null) => void run({ kind: 'deposit', period, amount });
  return (
    <li className={css.limit} aria-labelledby={titleId}>
      <div className={css.head}>
        <h3 id={titleId} className={css.period}>
          {t(`deposit.${period}`)}
        </h3>
        <p className={css.amount}>
          {limit ? format.money(limit.amount ?? 0, { round: true }) : t('deposit.none')}
        </p>
      </div>
      {limit && (
        <div>
          <progress
            className={css.bar}
            aria-labelledby={titleId}
            max={limit.amount}
            value={Math.min(limit.used, limit.amount ?? 0)}
          />
          <p className={css.note}>
            {t('deposit.left', { amount: format.money(limit.left) })}
            {' · '}
            {t('deposit.renews', { date: format.date(limit.renews) })}
          </p>
        </div>
      )}
      {limit?.pending && <PendingLimit limit={limit} pending={limit.pending} />}
      <form
        className={css.form}
        noValidate
        onSubmit={form.onSubmit(({ amount }) => set(Number(amount)))}
      >
        <AmountInput
          className={css.field}
          label={t('deposit.amount')}
          {...form.getInputProps('amount')}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t('deposit.save')}
        </Button>
        {limit && limit.pending?.amount !== null && (
          <Button busy={busy} onClick={() => set(null)}>
            {t('deposit.remove')}
          </Button>
        )}
      </form>
    </li>
  );
}
