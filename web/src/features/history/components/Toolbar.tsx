import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/ui/Select/Select';
import { periodKeys, type PeriodKey } from '../model/period';
import css from './Toolbar.module.css';

/** The filters of a history, with the export button at the end. */
export function Toolbar({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={css.bar}>
      {children}
      {aside && <div className={css.aside}>{aside}</div>}
    </div>
  );
}

export interface PeriodSelectProps {
  value: PeriodKey;
  onChange(key: PeriodKey): void;
}

/** Selects a period of spec §9. */
export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  const { t } = useTranslation('history');
  return (
    <Select
      label={t('period.label')}
      value={value}
      options={periodKeys.map((key) => ({ value: key, label: t(`period.${key}`) }))}
      onChange={(key) => onChange(key as PeriodKey)}
    />
  );
}

export interface SelectFilterProps<Value extends string | number> {
  label: string;
  /** The label of the empty option. */
  emptyLabel: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange(value: NoInfer<Value> | undefined): void;
}

/** A select filter with an empty option. */
export function SelectFilter<Value extends string | number>(props: SelectFilterProps<Value>) {
  const { label, emptyLabel, value, options, onChange } = props;
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      options={[
        { value: '', label: emptyLabel },
        ...options.map((it) => ({ value: String(it.value), label: it.label })),
      ]}
      onChange={(text) => onChange(options.find((it) => String(it.value) === text)?.value)}
    />
  );
}
