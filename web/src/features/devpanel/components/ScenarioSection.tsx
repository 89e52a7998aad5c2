import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/ui/Select/Select';
import { brands, useMockAction, useMockScenarios, useMockState } from '../api/mock';
import type { ActiveScenario } from '../api/types';
import { ButtonRow, CallInput, ErrorText, PanelSection } from './PanelSection';
import css from './ScenarioSection.module.css';

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
      <div className={css.list} role="group" aria-label={t('scenario.title')}>
        {scenarios.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            className={css.scenario}
            aria-pressed={name === current}
            title={description}
            disabled={busy}
            onClick={() => activate(name, { brand, call })}
          >
            {name}
          </button>
        ))}
      </div>
      <p className={css.description} lang="en">
        {scenarios.find(({ name }) => name === current)?.description}
      </p>
      <ul className={css.active}>
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
