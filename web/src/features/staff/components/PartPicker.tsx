import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '@/contracts/calls';
import { useCallName } from '../hooks/useCallName';
import { Segments } from './Segments';
import css from './PartPicker.module.css';

/** The calls of the contract by class. */
const names = Object.keys(calls);
const groups = [...new Set(names.map((name) => name.split('/')[0] ?? ''))].map(
  (group) => [group, names.filter((name) => name.startsWith(`${group}/`))] as const,
);

export interface PartPickerProps {
  value: readonly string[];
  onChange(value: readonly string[]): void;
  /** Why the choice is incomplete. */
  error?: string;
}

/** Chooses the whole site, or the classes and calls that are closed. */
export function PartPicker({ value, onChange, error }: PartPickerProps) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  const [some, setSome] = useState(value.length > 0);
  const toggle = (name: string, on: boolean) => {
    const without = value.filter(
      // A class stands for its calls.
      (it) => it !== name && !(on && it.startsWith(`${name}/`)),
    );
    onChange(on ? [...without, name] : without);
  };
  return (
    <div className={css.picker}>
      <Segments
        label={t('parts.label')}
        showLabel
        value={some ? 'some' : 'all'}
        options={[
          { value: 'all', label: t('parts.all') },
          { value: 'some', label: t('parts.some') },
        ]}
        onChange={(next) => {
          setSome(next === 'some');
          if (next === 'all') onChange([]);
        }}
      />
      {some && (
        <fieldset className={css.groups}>
          <legend className="visually-hidden">{t('parts.some')}</legend>
          {groups.map(([group, members]) => {
            const whole = value.includes(group);
            return (
              <details key={group} className={css.group}>
                <summary className={css.summary}>
                  <label className={css.check}>
                    <input
                      type="checkbox"
                      checked={whole}
                      onChange={(event) => toggle(group, event.target.checked)}
                    />
                    {nameOf(group)}
                  </label>
                  <span className={css.count}>
                    {t('parts.chosen', {
                      chosen: whole
                        ? members.length
                        : members.filter((name) => value.includes(name)).length,
                      total: members.length,
                    })}
                  </span>
                </summary>
                <ul className={css.calls}>
                  {members.map((name) => (
                    <li key={name}>
                      <label className={css.check}>
                        <input
                          type="checkbox"
                          checked={whole || value.includes(name)}
                          disabled={whole}
                          onChange={(event) => toggle(name, event.target.checked)}
                        />
                        <span>
                          {nameOf(name).split(': ')[1]} <code className={css.code}>{name}</code>
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              </details>
            );
          })}
        </fieldset>
      )}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
