import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import { useStaff } from '../api/useStaff';
import { useAuditActions } from '../hooks/useAuditActions';
import { auditFields, type AuditFilter } from '../model/audit';
import { Choice, Field } from './Field';
import css from './AuditFilterForm.module.css';

export interface AuditFilterFormProps {
  filter: AuditFilter;
  onFilter(next: AuditFilter): void;
}

/** The filter of the audit log. */
export function AuditFilterForm({ filter, onFilter }: AuditFilterFormProps) {
  const { t, i18n } = useTranslation('staffPages');
  const [draft, setDraft] = useState(filter);
  const brands = useStaff('/brands');
  const actions = Object.entries(useAuditActions())
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
  const set = (field: keyof AuditFilter) => (value: string) =>
    setDraft({ ...draft, [field]: value });
  const input = (field: keyof AuditFilter) => ({
    value: draft[field] ?? '',
    onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(draft);
  };
  const filtered = auditFields.some((field) => filter[field]);
  return (
    <form className={css.filter} onSubmit={submit}>
      <Field label={t('audit.who')} autoComplete="off" autoCapitalize="none" {...input('who')} />
      <Choice
        label={t('audit.action')}
        value={draft.action ?? ''}
        options={[{ value: '', label: t('audit.anyBrand') }, ...actions]}
        onChange={set('action')}
      />
      <Choice
        label={t('brand')}
        value={draft.brand ?? ''}
        options={[
          { value: '', label: t('audit.anyBrand') },
          ...(brands.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={set('brand')}
      />
      <Field label={t('audit.from')} type="date" {...input('from')} />
      <Field label={t('audit.until')} type="date" {...input('until')} />
      <div className={css.actions}>
        <Button type="submit" variant="primary">
          {t('audit.submit')}
        </Button>
        {filtered && <Button onClick={() => onFilter({})}>{t('audit.clear')}</Button>}
      </div>
    </form>
  );
}
