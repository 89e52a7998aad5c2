import { useTranslation } from 'react-i18next';
import { useMockAction, useMockScenarios, useMockState } from '../api/useMock';
import { Part, Refused } from './Part';
import css from './ScenarioPart.module.css';

/** The scenario in which nothing is bent; it clears every other. */
const happy = 'happy';

/** Bends the mock's answers: one scenario for the whole world of this browser. */
export function ScenarioPart() {
  const { t } = useTranslation('devpanel');
  const scenarios = useMockScenarios() ?? [];
  const active = useMockState()?.scenarios.map(({ name }) => name) ?? [];
  const { run, busy, error } = useMockAction();
  const isOn = (name: string) => (name === happy ? active.length === 0 : active.includes(name));
  return (
    <Part title={t('scenario.title')}>
      <Refused text={error} />
      <div className={css.list} role="group" aria-label={t('scenario.title')}>
        {scenarios.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            className={css.scenario}
            aria-pressed={isOn(name)}
            title={description}
            disabled={busy}
            onClick={() => void run('scenario', { name })}
          >
            {name}
          </button>
        ))}
      </div>
      <p className={css.about} lang="en">
        {scenarios.find(({ name }) => isOn(name))?.description}
      </p>
    </Part>
  );
}
