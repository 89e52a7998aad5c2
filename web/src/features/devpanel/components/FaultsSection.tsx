import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Select } from '@/components/ui/Select/Select';
import { faultKinds, type MockFault } from '../api/types';
import { useMockAction, useMockState } from '../api/mock';
import { ButtonRow, CallInput, ErrorText, PanelSection } from './PanelSection';
import calls from './CallsSection.module.css';
import css from './FaultsSection.module.css';

/** The values of the form. Number fields are strings, and empty fields use the mock's default. */
const emptyForm = { call: '', kind: 'delay', latency: '', rate: '', times: '', status: '503' };

/** Injects faults into single calls: kind, delay, count. */
export function FaultsSection() {
  const { t } = useTranslation('devpanel');
  const [form, setForm] = useState(emptyForm);
  const faults = useMockState()?.faults ?? [];
  const { run, busy, error } = useMockAction();
  const setField = (field: keyof typeof emptyForm) => (value: string) =>
    setForm((current) => ({ ...current, [field]: value }));
  const addFault = (event: FormEvent) => {
    event.preventDefault();
    void run('fault', {
      call: form.call,
      kind: form.kind,
      ...(form.latency && { latency_ms: Number(form.latency) }),
      ...(form.rate && { rate: Number(form.rate) / 100 }),
      ...(form.times && { times: Number(form.times) }),
      ...(form.kind === 'status' && { status: Number(form.status) }),
    }).then((accepted) => accepted && setForm(emptyForm));
  };
  return (
    <PanelSection title={t('faults.title')}>
      <ErrorText text={error} />
      <form className={css.form} onSubmit={addFault}>
        <ButtonRow>
          <CallInput
            label={t('faults.call')}
            value={form.call}
            onChange={setField('call')}
            required
          />
          <Select
            label={t('faults.kind')}
            value={form.kind}
            options={faultKinds.map((value) => ({ value, label: value }))}
            onChange={setField('kind')}
          />
        </ButtonRow>
        <div className={css.numbers}>
          {form.kind === 'status' && (
            <NumberInput
              label={t('faults.status')}
              min={300}
              max={599}
              value={form.status}
              onChange={setField('status')}
            />
          )}
          <NumberInput
            label={t('faults.latency')}
            max={600_000}
            value={form.latency}
            onChange={setField('latency')}
          />
          <NumberInput
            label={t('faults.rate')}
            min={1}
            max={100}
            value={form.rate}
            onChange={setField('rate')}
          />
          <NumberInput
            label={t('faults.times')}
            max={1_000_000}
            value={form.times}
            onChange={setField('times')}
          />
        </div>
        <Button size="small" type="submit" busy={busy}>
          {t('faults.add')}
        </Button>
      </form>
      <ul className={calls.list}>
        {faults.map((fault, index) => (
          <li key={index} className={calls.call}>
            <code>{fault.call}</code>
            <span>{describeFault(fault)}</span>
            <span>{t('faults.struck', { n: fault.struck })}</span>
          </li>
        ))}
      </ul>
      {faults.length > 0 && (
        <Button size="small" busy={busy} onClick={() => void run('fault', undefined, 'DELETE')}>
          {t('faults.clear')}
        </Button>
      )}
    </PanelSection>
  );
}

/** Describes a fault in the terms of the mock platform's control API. */
const describeFault = ({ kind, status, latency_ms, rate }: MockFault) =>
  [kind, status, latency_ms > 0 && `${latency_ms} ms`, rate < 1 && `${Math.round(rate * 100)}%`]
    .filter(Boolean)
    .join(' · ');

interface NumberInputProps {
  label: string;
  min?: number;
  max: number;
  /** The text of the input, or '' for no value. */
  value: string;
  onChange(value: string): void;
}

/** A labelled input for a small integer. */
function NumberInput({ label, min = 0, max, value, onChange }: NumberInputProps) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
