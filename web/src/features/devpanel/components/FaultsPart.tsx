import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Select } from '@/components/ui';
import { faultKinds, type MockFault } from '../api/types';
import { useMockAction, useMockState } from '../api/useMock';
import { CallInput } from './CallInput';
import { NumberInput } from './NumberInput';
import { Part, Refused, Row } from './Part';
import css from './FaultsPart.module.css';

/** The values of the form; number fields are strings, empty for the mock's default. */
const blank = { call: '', kind: 'delay', latency: '', rate: '', times: '', status: '503' };

/** Injects faults into single calls: kind, delay, count. */
export function FaultsPart() {
  const { t } = useTranslation('devpanel');
  const [form, setForm] = useState(blank);
  const faults = useMockState()?.faults ?? [];
  const { run, busy, error } = useMockAction();
  const set = (field: keyof typeof blank) => (value: string) =>
    setForm((was) => ({ ...was, [field]: value }));
  const add = (event: FormEvent) => {
    event.preventDefault();
    void run('fault', {
      call: form.call,
      kind: form.kind,
      ...(form.latency && { latency_ms: Number(form.latency) }),
      ...(form.rate && { rate: Number(form.rate) / 100 }),
      ...(form.times && { times: Number(form.times) }),
      ...(form.kind === 'status' && { status: Number(form.status) }),
    }).then((done) => done && setForm(blank));
  };
  return (
    <Part title={t('faults.title')}>
      <Refused text={error} />
      <form className={css.form} onSubmit={add}>
        <Row>
          <CallInput label={t('faults.call')} value={form.call} onChange={set('call')} required />
          <Select
            label={t('faults.kind')}
            value={form.kind}
            options={faultKinds.map((value) => ({ value, label: value }))}
            onChange={set('kind')}
          />
        </Row>
        <div className={css.numbers}>
          {form.kind === 'status' && (
            <NumberInput
              label={t('faults.status')}
              min={300}
              max={599}
              value={form.status}
              onChange={set('status')}
            />
          )}
          <NumberInput
            label={t('faults.latency')}
            max={600_000}
            value={form.latency}
            onChange={set('latency')}
          />
          <NumberInput
            label={t('faults.rate')}
            min={1}
            max={100}
            value={form.rate}
            onChange={set('rate')}
          />
          <NumberInput
            label={t('faults.times')}
            max={1_000_000}
            value={form.times}
            onChange={set('times')}
          />
        </div>
        <Button size="small" type="submit" busy={busy}>
          {t('faults.add')}
        </Button>
      </form>
      <ul className={css.list}>
        {faults.map((fault, index) => (
          <li key={index}>
            <code>{fault.call}</code>
            <span>{told(fault)}</span>
            <span>{t('faults.struck', { n: fault.struck })}</span>
          </li>
        ))}
      </ul>
      {faults.length > 0 && (
        <Button size="small" busy={busy} onClick={() => void run('fault', undefined, 'DELETE')}>
          {t('faults.clear')}
        </Button>
      )}
    </Part>
  );
}

/** Returns the fault as the mock's control API expects it. */
const told = ({ kind, status, latency_ms, rate }: MockFault) =>
  [kind, status, latency_ms > 0 && `${latency_ms} ms`, rate < 1 && `${Math.round(rate * 100)}%`]
    .filter(Boolean)
    .join(' · ');
