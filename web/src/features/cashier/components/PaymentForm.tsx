import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { useDraft, useForm } from '@/components/forms';
import { Button } from '@/components/ui';
import { cashType, transferType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { toWireDate, useFormat } from '@/lib/format';
import { useBalance } from '@/lib/player';
import { usePlayer } from '@/lib/session';
import { useAmounts } from '../api/methods';
import { AmountField } from './AmountField';
import { BankFields } from './BankFields';
import { CepFields } from './CepFields';
import type { Way } from '../model/methods';
import { OwnFields } from './OwnFields';
import { paymentDraft } from '../model/fill';
import { emptyPayment, needsBank, paymentFaults, type Payment } from '../model/payment';
import css from './PaymentForm.module.css';
import { WithdrawFields } from './WithdrawFields';

export interface PaymentFormProps {
  type: CashType;
  way: Way;
  busy: boolean;
  /** Why the last sending was refused. */
  refusal?: string;
  onSend(payment: Payment): void;
}

/** Everything a way to pay asks for, and nothing else. */
export function PaymentForm({ type, way, busy, refusal, onSend }: PaymentFormProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const amounts = useAmounts(way);
  const { balance } = useBalance();
  const { firstname = '', lastname = '' } = usePlayer()?.profile ?? {};
  const name = `${firstname} ${lastname}`.trim();
  const today = toWireDate(new Date(systemClock.now()), bootstrap().timeZone).slice(0, 10);
  const form = useForm<Payment>({
    initialValues: emptyPayment(way, name),
    validate: (values) => {
      const faults = paymentFaults(values, { type, way, amounts, balance, today });
      const limits = { min: format.money(way.min), max: format.money(way.max) };
      return Object.fromEntries(
        Object.entries(faults).map(([path, fault]) => [path, t(`invalid.${fault}`, limits)]),
      );
    },
  });
  useDraft(paymentDraft(type, way), form);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // On a phone the button is far below the words that say why it did not help.
    if (refusal && !busy) words.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal, busy]);
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  return (
    <Panel title={t(`${key}.form`)}>
      <form
        className={css.form}
        noValidate
        aria-busy={busy}
        onSubmit={form.onSubmit((payment) => onSend(payment))}
      >
        {refusal && (
          <p ref={words} className={css.wrong} role="alert">
            {refusal}
          </p>
        )}
        <AmountField form={form} way={way} amounts={amounts} />
        {needsBank(type, way) && <BankFields form={form} way={way} />}
        {way.transferType === transferType.cepBankTransfer && <CepFields form={form} />}
        <OwnFields form={form} way={way} />
        {type === cashType.withdraw && <WithdrawFields form={form} way={way} today={today} />}
        <Button type="submit" variant="primary" size="large" busy={busy} wide>
          {busy ? t('common:wait') : t(`${key}.send`)}
        </Button>
      </form>
    </Panel>
  );
}
