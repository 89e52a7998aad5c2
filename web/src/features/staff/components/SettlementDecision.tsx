import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import { approveSettlement, rejectSettlement } from '../api/lookups';
import { useStaffAction } from '../api/useStaffAction';
import type { Payment } from '../model/money';
import { ConfirmDialog } from './ConfirmDialog';
import { ActionError } from './States';
import css from './Form.module.css';

export interface SettlementDecisionProps {
  payment: Payment;
  settlement: NonNullable<Payment['settlement']>;
  /** The proposal is one's own: it can only be taken back. */
  own: boolean;
}

/** Approves another account's proposal, or takes a proposal back. */
export function SettlementDecision({ payment, settlement, own }: SettlementDecisionProps) {
  const { t } = useTranslation('staffPages');
  const [asking, setAsking] = useState(false);
  const { outcome, reference } = settlement;
  const approve = useStaffAction(async () => {
    await approveSettlement(payment, { outcome, reference });
    setAsking(false);
  });
  const reject = useStaffAction(rejectSettlement);
  return (
    <>
      <p>{t(own ? 'settlement.waiting' : 'settlement.approveText')}</p>
      <ActionError error={reject.error} />
      <div className={css.actions}>
        {!own && (
          <Button variant="primary" onClick={() => setAsking(true)}>
            {t('settlement.approve')}
          </Button>
        )}
        <Button busy={reject.busy} onClick={() => void reject.run(payment)}>
          {t('settlement.reject')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('settlement.ask')}
        word={payment.brand}
        submit={t('settlement.approve')}
        danger={false}
        busy={approve.busy}
        error={approve.error}
        onConfirm={() => void approve.run()}
        onClose={() => setAsking(false)}
      >
        <p>{t(`settlement.askText.${outcome}`, { reference })}</p>
      </ConfirmDialog>
    </>
  );
}
