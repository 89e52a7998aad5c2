import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { proposeSettlement, type SettledOutcome } from '../api/lookups';
import { useStaffAction } from '../api/useStaffAction';
import type { Payment } from '../model/money';
import { Area, Field } from '@/components/ui/Field/Field';
import { Segments } from './Segments';
import { ActionError } from './States';
import css from './Form.module.css';

const outcomes = ['executed', 'refused'] as const;
const maxReference = 100;
const maxNote = 500;

/** Proposes what became of a payment, with the platform's reference. */
export function SettlementForm({ payment }: { payment: Payment }) {
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
