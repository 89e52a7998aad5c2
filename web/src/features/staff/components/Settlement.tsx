import { useTranslation } from 'react-i18next';
import { useMe, useRights } from '../api/useLogin';
import { nextStep, type Payment } from '../model/money';
import { Facts } from './Facts';
import { OutcomeTag } from './OutcomeTag';
import { Panel } from '@/components/ui/Panel/Panel';
import { SettlementDecision } from './SettlementDecision';
import { SettlementForm } from './SettlementForm';
import { Time } from './Time';

/** The settlement of a payment: one account proposes what became of it, another approves. */
export function Settlement({ payment }: { payment: Payment }) {
  const { t } = useTranslation('staffPages');
  const { name } = useMe();
  const may = useRights().may('support', payment.brand);
  const step = nextStep(payment, name);
  const { settlement } = payment;
  if (!settlement && step !== 'propose') return null;
  return (
    <Panel dense title={t('settlement.title')}>
      {settlement && (
        <Facts
          facts={[
            [t('settlement.outcome'), <OutcomeTag outcome={settlement.outcome} />],
            [t('settlement.reference'), settlement.reference],
            [t('settlement.note'), settlement.note],
            [
              t('settlement.proposed'),
              <By who={settlement.proposedBy} at={settlement.proposedAt} />,
            ],
            [
              t('settlement.approved'),
              settlement.approvedBy && settlement.approvedAt && (
                <By who={settlement.approvedBy} at={settlement.approvedAt} />
              ),
            ],
          ]}
        />
      )}
      {may && step === 'propose' && <SettlementForm payment={payment} />}
      {may && settlement && (step === 'approve' || step === 'wait') && (
        <SettlementDecision payment={payment} settlement={settlement} own={step === 'wait'} />
      )}
    </Panel>
  );
}

function By({ who, at }: { who: string; at: string }) {
  return (
    <span>
      {who} · <Time at={at} relative />
    </span>
  );
}
