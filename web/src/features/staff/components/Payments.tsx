import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import type { Column } from '@/components/ui/DataList/DataList';
import { Area, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaffAction } from '../api/client';
import { useMe, useRights } from '../api/login';
import {
  approveSettlement,
  rejectSettlement,
  proposeSettlement,
  type SettledOutcome,
} from '../api/players';
import { useAmount, useCallName, useDebugText } from '../hooks/texts';
import { paymentAddress, nextStep, type Payment } from '../model/lookup';
import { ActionButton } from './Actions';
import { Segments } from './Fields';
import { ActionError } from './Page';
import { By, OutcomeTag, PlayerLink, Table, Time, Facts } from './Values';
import css from './Form.module.css';

interface PaymentTableProps {
  label: string;
  payments: readonly Payment[];
  ofPlayer?: boolean;
  first?: number;
}

/** Payments with their outcomes, each with a link to its page. */
export function PaymentTable({ label, payments, ofPlayer, first }: PaymentTableProps) {
  const { t } = useTranslation('staffPages');
  const amountText = useAmount();
  const callName = useCallName();
  const debugText = useDebugText();
  const whose: Column<Payment>[] = [
    { title: t('brand'), cell: (row) => row.brand },
    {
      title: t('request.player'),
      cell: (row) => <PlayerLink brand={row.brand} player={row.player} />,
    },
    { title: t('payment.proposedBy'), cell: (row) => row.settlement?.proposedBy },
  ];
  return (
    <Table
      label={label}
      rows={payments}
      empty={t('payments.none')}
      first={first}
      keyOf={(row) => `${row.brand}/${row.key}/${row.request}`}
      columns={[
        { title: t('request.at'), cell: (row) => <Time at={row.at} seconds /> },
        {
          title: t('payment.one'),
          cell: (row) => (
            <Link to={paymentAddress(row)}>
              {row.call ? callName(row.call, row.part) : row.key}
            </Link>
          ),
        },
        { title: t('payment.transaction'), cell: (row) => row.transaction },
        { title: t('payment.amount'), end: true, cell: (row) => amountText(row.amount) },
        {
          title: t('payment.state'),
          cell: (row) => (
            <OutcomeTag outcome={row.settlement?.approvedAt ? row.settlement.outcome : row.state} />
          ),
        },
        { title: t('request.debug'), cell: (row) => row.message || debugText(row.debug) },
        ...(ofPlayer ? [] : whose),
      ]}
    />
  );
}

/** The settlement of a payment. One account proposes the outcome, another one approves it. */
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

interface SettlementDecisionProps {
  payment: Payment;
  settlement: NonNullable<Payment['settlement']>;
  /** The proposal comes from the current account, which can only withdraw it. */
  own: boolean;
}

/** Approves another account's proposal, or withdraws a proposal. */
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

/** Proposes the outcome of a payment, with the platform's reference. */
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
