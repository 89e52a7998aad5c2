import { useTranslation } from 'react-i18next';
import { approveSettlement, rejectSettlement } from '../api/lookups';
import type { Payment } from '../model/money';
import { ActionButton } from './ActionButton';
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
  const { outcome, reference } = settlement;
  return (
    <>
      <p>{t(own ? 'settlement.waiting' : 'settlement.approveText')}</p>
      <div className={css.actions}>
        {!own && (
          <ActionButton
            variant="primary"
            action={() => approveSettlement(payment, { outcome, reference })}
            ask={{
              title: t('settlement.ask'),
              text: t(`settlement.askText.${outcome}`, { reference }),
              word: payment.brand,
            }}
          >
            {t('settlement.approve')}
          </ActionButton>
        )}
        <ActionButton action={() => rejectSettlement(payment)}>
          {t('settlement.reject')}
        </ActionButton>
      </div>
    </>
  );
}
