import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import {
  approveSettlement,
  proposeSettlement,
  rejectSettlement,
  type SettledOutcome,
} from '../api/lookups';
import { useMe, useRights } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { nextStep, type Payment } from '../model/money';
import { ActionButton } from './ActionButton';
import { Facts } from './Facts';
import { Area, Field } from '@/components/ui/Field/Field';
import { OutcomeTag } from './Tag';
import { Panel } from '@/components/ui/Panel/Panel';
import { Segments } from './Segments';
import { ActionError } from './States';
import { Time } from './Time';
import css from './Form.module.css';

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

interface SettlementDecisionProps {
  payment: Payment;
  settlement: NonNullable<Payment['settlement']>;
  /** The proposal is one's own: it can only be taken back. */
  own: boolean;
}

/** Approves another account's proposal, or takes a proposal back. */
function SettlementDecision({ payment, settlement, own }: SettlementDecisionProps) {
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

const outcomes = ['executed', 'refused'] as const;
const maxReference = 100;
const maxNote = 500;

/** Proposes what became of a payment, with the platform's reference. */
function SettlementForm({ payment }: { payment: Payment }) {
  const { t } = useTranslation('staffPages');
  const [outcome, setOutcome] = useState<SettledOutcome | ''>('');
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const propose = useStaffAction(proposeSettlement);
  const ready = outcome !== '' && reference.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (outcome === '' || !ready) return;
    const more = note.trim() ? { note: note.trim() } : {};
    void propose.run(payment, { outcome, reference: reference.trim(), ...more });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p>{t('settlement.text')}</p>
      <Segments
        showLabel
        label={t('settlement.outcome')}
        value={outcome}
        options={outcomes.map((value) => ({ value, label: t(`settlement.choices.${value}`) }))}
        onChange={(value) => setOutcome(value)}
      />
      <Field
        label={t('settlement.reference')}
        hint={t('settlement.referenceHint')}
        required
        autoComplete="off"
        maxLength={maxReference}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <Area
        label={t('settlement.note')}
        maxLength={maxNote}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ActionError error={propose.error} />
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={propose.busy} disabled={!ready}>
          {t('settlement.propose')}
        </Button>
      </div>
    </form>
  );
}
