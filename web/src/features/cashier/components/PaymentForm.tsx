import { useEffect, useEffectEvent, useRef, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@mantine/core';
import { AmountInput } from '@/components/forms/AmountInput';
import { Chip } from '@/components/ui/Chip/Chip';
import { Panel } from '@/components/ui/Panel/Panel';
import { useDraft } from '@/components/forms/useDraft';
import { useForm } from '@/components/forms/useForm';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { cashType, transferType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { systemClock } from '@/lib/clock';
import { toWireDate } from '@/lib/format/date';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { fullName, useBalance } from '@/lib/player/player';
import { usePlayer } from '@/lib/session/useSession';
import { useAmounts, useDepositAllowance } from '../api/cashier';
import type { PaymentRefusal } from '../api/usePayment';
import { type PaymentMethod, suggestedAmounts } from '../model/methods';
import {
  cepFields,
  emptyPayment,
  needsBank,
  paymentDraftName,
  requiredCep,
  validatePayment,
  type CepField,
  type Payment,
  type PaymentFormType,
  refusedField,
} from '../model/payment';
import { BankFields, MethodFields, WithdrawFields } from './MethodFields';
import { LimitSetup } from './LimitSetup';
import css from './PaymentForm.module.css';

interface PaymentFormProps {
  type: CashType;
  method: PaymentMethod;
  /** The initial amount. */
  amount?: number;
  /** The initial values: the player changes them, or the platform refused them. */
  payment?: Payment;
  /** The reason for the refusal of the values. */
  refusal?: PaymentRefusal;
  /** Receives valid values, which the payment sends after the player confirms them. */
  onContinue(payment: Payment): void;
}

/** The payment form with the fields that the method requires. */
export function PaymentForm(props: PaymentFormProps) {
  const { type, method, amount = '', payment, refusal, onContinue } = props;
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const amounts = useAmounts(method);
  const { balance } = useBalance();
  const { t: payments } = useTranslation('payments');
  const { left, closed, limitRequired } = useDepositAllowance(type);
  const allowance =
    left === undefined ? undefined : payments('allowance.left', { left: format.money(left) });
  const name = fullName(usePlayer()?.profile ?? {});
  const today = toWireDate(new Date(systemClock.now()), bootstrap().timeZone).slice(0, 10);
  const form = useForm<Payment>({
    initialValues: { ...emptyPayment(method, name), amount },
    validate: (values) => {
      const errors = validatePayment(values, { type, method, amounts, balance, left, today });
      const example = format.number(1234.56);
      const limits = { min: format.money(method.min), max: format.money(method.max), example };
      return Object.fromEntries(
        Object.entries(errors).map(([path, error]) => [
          path,
          error === 'limit' ? allowance : t(`invalid.${error}`, limits),
        ]),
      );
    },
  });
  useDraft(paymentDraftName(type, method), form, payment);
  const path = refusedField(type, method, refusal?.field);
  const errorMessage = useRef<HTMLParagraphElement>(null);
  const message = refusal?.message;
  const showRefusal = useEffectEvent((text: string) => {
    // On phones the button is far below the error message.
    if (!form.refuse(path, text)) errorMessage.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (message !== undefined) showRefusal(message);
  }, [message, path]);
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  if (closed)
    return (
      <Panel title={t(`${key}.form`)} text={payments('allowance.closed')}>
        <div className={css.form}>
          <ButtonLink to={paths.profileWithdraw.to()}>{t('withdraw.title')}</ButtonLink>
          <ButtonLink to={paths.profileLimits.to()}>{payments('allowance.limits')}</ButtonLink>
        </div>
      </Panel>
    );
  // The values of this form remain unchanged meanwhile.
  if (limitRequired) return <LimitSetup />;
  return (
    <Panel title={t(`${key}.form`)}>
      <form
        className={css.form}
        noValidate
        onSubmit={form.onSubmit((values) => onContinue(values))}
      >
        {message !== undefined && path === undefined && (
          <p ref={errorMessage} className={css.submitError} role="alert">
            {message}
          </p>
        )}
        <AmountField form={form} method={method} amounts={amounts} allowance={allowance} />
        {needsBank(type, method) && <BankFields form={form} method={method} />}
        {method.transferType === transferType.cepBankTransfer && <CepFields form={form} />}
        <MethodFields form={form} method={method} />
        {type === cashType.withdraw && <WithdrawFields form={form} method={method} today={today} />}
        <Button type="submit" variant="primary" size="large" fullWidth>
          {t('confirm.next')}
        </Button>
      </form>
    </Panel>
  );
}

const inputs: Partial<Record<CepField, { type?: string; inputMode?: 'numeric' }>> = {
  sender_phone: { type: 'tel' },
  receiver_phone: { type: 'tel' },
  sender_national_id: { inputMode: 'numeric' },
  receiver_national_id: { inputMode: 'numeric' },
};

/** The fields of a cep transfer. */
function CepFields({ form }: { form: PaymentFormType }) {
  const { t } = useTranslation('cashier');
  return (
    <div className={css.columns}>
      {cepFields.map((name) => (
        <TextInput
          key={name}
          label={
            requiredCep.has(name) ? t(`cep.${name}`) : t('optional', { label: t(`cep.${name}`) })
          }
          {...inputs[name]}
          {...form.getInputProps(`cep.${name}`)}
        />
      ))}
    </div>
  );
}

interface AmountFieldProps {
  form: PaymentFormType;
  method: PaymentMethod;
  /** The only allowed amounts, if the platform specifies them. */
  amounts?: readonly number[];
  /** The text about the remainder of the player's deposit limit. */
  allowance?: string;
}

/** Asks for the amount, with a select if the platform allows only certain amounts. */
function AmountField({ form, method, amounts, allowance }: AmountFieldProps) {
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
          description={allowance ? `${limits} · ${allowance}` : limits}
          {...form.field('amount', t('amount.label'))}
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
