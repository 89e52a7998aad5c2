import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useStaff } from '../api/useStaff';
import type { Filter } from '../hooks/useFilter';
import { Choice, Field, type FieldProps } from '@/components/ui/Field/Field';
import css from './FilterForm.module.css';

export type FilterField = Pick<FieldProps, 'hint' | 'type' | 'maxLength' | 'inputMode'> & {
  name: string;
  label: string;
  /** Returns why a value is refused. */
  invalid?(value: string): string | undefined;
  /** The values to choose from. */
  options?: readonly { value: string; label: string }[];
};

export interface FilterFormProps {
  /** The fields; one with the name `brand` offers the brands. */
  fields: readonly FilterField[];
  /** The fields start with it: give the form a key that changes with it. */
  filter: Filter;
  onFilter(next: Filter): void;
}

/** The fields that a list is searched or filtered by. */
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
