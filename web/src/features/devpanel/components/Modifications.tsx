import { IconX } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Select } from '@/components/ui/Select/Select';
import { faultKinds, type MockFault, type ActiveScenario } from '../api/types';
import { useMockAction, useMockState, brands, useMockScenarios } from '../api/mock';
import { ButtonRow, CallInput, ErrorText, PanelSection } from './PanelSection';
import calls from './CallsSection.module.css';
import css from './FaultsSection.module.css';
import scenarioCss from './ScenarioSection.module.css';

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

/** The scenario without modifications, which clears the active scenario of the same scope. */
const defaultScenario = 'happy';

/** Activates scenarios in this browser's world: globally, for one brand or for one call. */
export function ScenarioSection() {
  const { t } = useTranslation('devpanel');
  const [brand, setBrand] = useState('');
  const [call, setCall] = useState('');
  const scenarios = useMockScenarios() ?? [];
  const activeScenarios = useMockState()?.scenarios ?? [];
  const { run, busy, error } = useMockAction();
  const inScope = activeScenarios.find(
    (scenario) => (scenario.brand ?? '') === brand && (scenario.call ?? '') === call,
  );
  const current = inScope?.name ?? defaultScenario;
  const activate = (name: string, scope: Omit<ActiveScenario, 'name'>) =>
    void run('scenario', {
      name,
      ...(scope.brand && { brand: scope.brand }),
      ...(scope.call && { call: scope.call }),
    });
  return (
    <PanelSection title={t('scenario.title')}>
      <ErrorText text={error} />
      <ButtonRow>
        <Select
          label={t('scenario.brand')}
          value={brand}
          options={[
            { value: '', label: t('scenario.everyBrand') },
            ...brands.map((id) => ({ value: id, label: id })),
          ]}
          onChange={setBrand}
        />
        <CallInput label={t('scenario.call')} value={call} onChange={setCall} />
      </ButtonRow>
      <div className={scenarioCss.list} role="group" aria-label={t('scenario.title')}>
        {scenarios.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            className={scenarioCss.scenario}
            aria-pressed={name === current}
            title={description}
            disabled={busy}
            onClick={() => activate(name, { brand, call })}
          >
            {name}
          </button>
        ))}
      </div>
      <p className={scenarioCss.description} lang="en">
        {scenarios.find(({ name }) => name === current)?.description}
      </p>
      <ul className={scenarioCss.active}>
        {activeScenarios.map((scenario) => (
          <li key={`${scenario.name} ${scenario.brand} ${scenario.call}`}>
            <code>
              {[scenario.name, scenario.brand, scenario.call].filter(Boolean).join(' · ')}
            </code>
            <button
              type="button"
              aria-label={t('scenario.clear', { name: scenario.name })}
              disabled={busy}
              onClick={() => activate(defaultScenario, scenario)}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
