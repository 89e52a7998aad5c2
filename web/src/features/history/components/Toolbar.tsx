import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/ui';
import { periodKeys, type PeriodKey } from '../model/period';
import css from './Toolbar.module.css';

/** The filters of a history, with the export button at the end. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.bar}>
      {children}
      {end && <div className={css.end}>{end}</div>}
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

export interface ChoiceProps<Value extends string | number> {
  label: string;
  /** The label of the empty option. */
  all: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange(value: NoInfer<Value> | undefined): void;
}

/** A select filter with an empty option. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, all, value, options, onChange } = props;
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      options={[
        { value: '', label: all },
        ...options.map((it) => ({ value: String(it.value), label: it.label })),
      ]}
      onChange={(text) => onChange(options.find((it) => String(it.value) === text)?.value)}
    />
  );
}
