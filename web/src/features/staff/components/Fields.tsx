import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Choice, Field, type FieldProps } from '@/components/ui/Field/Field';
import { useNow } from '@/lib/clock';
import { useStaff } from '../api/client';
import type { Filter } from '../hooks/page';
import { useCallName } from '../hooks/texts';
import { siteParts } from '../model/maintenance';
import { endOf, toField, type Notice, type NoticeFaults } from '../model/notice';
import { Time } from './Values';
import css from './Fields.module.css';
import form from './Form.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange(value: Value): void;
  /** Shows the label above the choices. */
  showLabel?: boolean;
}

/** A choice of few values in one row: radio buttons that look like one control. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
  showLabel,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend className={showLabel ? css.legend : 'visually-hidden'}>{label}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value} className={css.segment}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export type FilterField = Pick<FieldProps, 'hint' | 'type' | 'maxLength' | 'inputMode'> & {
  name: string;
  label: string;
  /** Returns the reason for refusing a value. */
  invalid?(value: string): string | undefined;
  /** The selectable values. */
  options?: readonly { value: string; label: string }[];
};

interface FilterFormProps {
  /** The fields. A field with the name `brand` offers the brands. */
  fields: readonly FilterField[];
  /** The initial values of the fields. Give the form a key that changes with the filter. */
  filter: Filter;
  onFilter(next: Filter): void;
}

/** The search or filter fields of a list. */
export function FilterForm({ fields, filter, onFilter }: FilterFormProps) {
  const { t } = useTranslation('staffPages');
  const [draft, setDraft] = useState(filter);
  const hasBrand = fields.some(({ name }) => name === 'brand');
  const brands = useStaff('/brands', hasBrand ? {} : null).data ?? [];
  const all = { value: '', label: t('audit.anyBrand') };
  const brandOptions = [all, ...brands.map(({ id, name }) => ({ value: id, label: name }))];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fields.some(({ name, invalid }) => invalid?.(draft[name] ?? ''))) onFilter(draft);
  };
  return (
    <form role="search" className={css.filter} onSubmit={submit}>
      {fields.map(
        ({ name, invalid, options = name === 'brand' ? brandOptions : undefined, ...rest }) => {
          const value = draft[name] ?? '';
          const set = (next: string) => setDraft({ ...draft, [name]: next });
          if (options)
            return <Choice key={name} {...rest} value={value} options={options} onChange={set} />;
          return (
            <Field
              key={name}
              {...rest}
              error={invalid?.(value)}
              autoComplete="off"
              autoCapitalize="none"
              value={value}
              onChange={(event) => set(event.target.value)}
            />
          );
        },
      )}
      <div className={css.actions}>
        <Button type="submit" variant="primary">
          {t('search')}
        </Button>
        {Object.values(filter).some(Boolean) && (
          <Button onClick={() => onFilter({})}>{t('audit.clear')}</Button>
        )}
      </div>
    </form>
  );
}

interface PartPickerProps {
  partial: boolean;
  value: readonly string[];
  onChange(change: { partial?: boolean; parts: readonly string[] }): void;
  /** The error of an incomplete choice. */
  error?: string;
}

/** Selects the whole site or parts. Classes and calls of older versions can only be removed. */
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
                    parts: target.checked
                      ? [...value, name]
                      : value.filter((text) => text !== name),
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

const ends = ['none', '30', '60', '120', '240', 'at'] as const;
const minuteMs = 60_000;

interface TimeFieldsProps {
  notice: Notice;
  faults: NoticeFaults;
  onChange(change: Partial<Notice>): void;
  /** The window is open and its start is fixed. */
  started?: boolean;
}

/** Start and end of a closure: now or scheduled, after a duration or at a time. */
export function TimeFields({ notice, faults, onChange, started }: TimeFieldsProps) {
  const { t } = useTranslation('staff');
  const [scheduled, setScheduled] = useState(notice.from !== '');
  const now = useNow(10_000);
  const endMs = endOf(notice, now, started);
  const minutes = ends.find((item) => notice.until === `+${item}`);
  const end = minutes ?? (notice.until === '' ? 'none' : 'at');

  const chooseStart = (when: 'now' | 'later') => {
    setScheduled(when === 'later');
    const next = new Date(Date.now() + 60 * minuteMs);
    next.setMinutes(0, 0, 0);
    onChange({ from: when === 'later' ? toField(next) : '' });
  };
  const chooseEnd = (next: (typeof ends)[number]) => {
    if (next === 'none') onChange({ until: '' });
    else if (next !== 'at') onChange({ until: `+${next}` });
    else
      onChange({
        until: toField(new Date(endMs ?? endOf({ ...notice, until: '+60' }, now, started)!)),
      });
  };
  const fault = (name: 'from' | 'until') => {
    const found = faults[name];
    return found && t(`close.faults.${found}`);
  };

  return (
    <div className={form.form}>
      {!started && (
        <Segments
          label={t('close.begin')}
          showLabel
          value={scheduled ? 'later' : 'now'}
          options={[
            { value: 'now', label: t('close.now') },
            { value: 'later', label: t('close.later') },
          ]}
          onChange={chooseStart}
        />
      )}
      {scheduled && !started && (
        <Field
          label={t('window.fields.from')}
          type="datetime-local"
          required
          value={notice.from}
          error={fault('from')}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      )}
      <Segments
        label={t('close.end')}
        showLabel
        value={end}
        options={ends.map((value) => ({ value, label: t(`close.ends.${value}`) }))}
        onChange={chooseEnd}
      />
      {end === 'at' && (
        <Field
          label={t('window.fields.until')}
          type="datetime-local"
          required
          value={notice.until}
          error={fault('until')}
          hint={t('close.untilText')}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      )}
      {minutes && endMs !== undefined && (
        <p role="status">
          {t('window.fields.until')}: <Time at={new Date(endMs).toISOString()} />
        </p>
      )}
      {end === 'none' && <p className={form.dim}>{t('close.noEndText')}</p>}
      <p className={form.dim}>
        {[
          t('close.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          scheduled && !started && t('close.notice'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}
