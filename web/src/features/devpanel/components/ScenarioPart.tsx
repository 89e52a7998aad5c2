import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/ui';
import { brands } from '../api/brands';
import type { MockSwitch } from '../api/types';
import { useMockAction, useMockScenarios, useMockState } from '../api/useMock';
import { CallInput } from './CallInput';
import { Part, Refused, Row } from './Part';
import css from './ScenarioPart.module.css';

/** The scenario without modifications; it clears the active scenario of the same scope. */
const happy = 'happy';

/** Activates scenarios in this browser's world of the mock: globally, for one brand or for one call. */
export function ScenarioPart() {
  const { t } = useTranslation('devpanel');
  const [brand, setBrand] = useState('');
  const [call, setCall] = useState('');
  const scenarios = useMockScenarios() ?? [];
  const on = useMockState()?.scenarios ?? [];
  const { run, busy, error } = useMockAction();
  const here = on.find((it) => (it.brand ?? '') === brand && (it.call ?? '') === call);
  const current = here?.name ?? happy;
  const turn = (name: string, at: Omit<MockSwitch, 'name'>) =>
    void run('scenario', {
      name,
      ...(at.brand && { brand: at.brand }),
      ...(at.call && { call: at.call }),
    });
  return (
    <Part title={t('scenario.title')}>
      <Refused text={error} />
      <Row>
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
      </Row>
      <div className={css.list} role="group" aria-label={t('scenario.title')}>
        {scenarios.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            className={css.scenario}
            aria-pressed={name === current}
            title={description}
            disabled={busy}
            onClick={() => turn(name, { brand, call })}
          >
            {name}
          </button>
        ))}
      </div>
      <p className={css.about} lang="en">
        {scenarios.find(({ name }) => name === current)?.description}
      </p>
      <ul className={css.on}>
        {on.map((it) => (
          <li key={`${it.name} ${it.brand} ${it.call}`}>
            <code>{[it.name, it.brand, it.call].filter(Boolean).join(' · ')}</code>
            <button
              type="button"
              aria-label={t('scenario.clear', { name: it.name })}
              disabled={busy}
              onClick={() => turn(happy, it)}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
