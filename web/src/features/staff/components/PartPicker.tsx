import { useTranslation } from 'react-i18next';
import { useCallName } from '../hooks/useCallName';
import { siteParts } from '../model/maintenance';
import { Segments } from './Segments';
import css from './PartPicker.module.css';

export interface PartPickerProps {
  partial: boolean;
  value: readonly string[];
  onChange(change: { partial?: boolean; parts: readonly string[] }): void;
  /** Why the choice is incomplete. */
  error?: string;
}

/** Chooses the whole site, or the parts that are closed; classes and calls of an earlier version can only be removed. */
export function PartPicker({ partial, value, onChange, error }: PartPickerProps) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  return (
    <div className={css.picker}>
      <Segments
        label={t('parts.label')}
        showLabel
        value={partial ? 'some' : 'all'}
        options={[
          { value: 'all', label: t('parts.all') },
          { value: 'some', label: t('parts.some') },
        ]}
        onChange={(next) => onChange({ partial: next === 'some', parts: [] })}
      />
      {partial && (
        <fieldset className={css.parts}>
          <legend className="visually-hidden">{t('parts.some')}</legend>
          {[...new Set([...siteParts, ...value])].map((name) => (
            <label key={name} className={css.check}>
              <input
                type="checkbox"
                aria-invalid={error !== undefined}
                checked={value.includes(name)}
                onChange={({ target }) =>
                  onChange({
                    parts: target.checked ? [...value, name] : value.filter((it) => it !== name),
                  })
                }
              />
              {nameOf(name)}
            </label>
          ))}
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
