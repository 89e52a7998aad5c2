import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/ui/Select/Select';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import { useFinanceListSubCategories } from '@/contracts/hooks/finance';
import { supports } from '@/lib/bootstrap/bootstrap';
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

interface PeriodSelectProps {
  value: PeriodKey;
  onChange(key: PeriodKey): void;
}

/** Selects a period. */
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

interface SelectFilterProps<Value extends string | number> {
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
        ...options.map((option) => ({ value: String(option.value), label: option.label })),
      ]}
      onChange={(text) => onChange(options.find((option) => String(option.value) === text)?.value)}
    />
  );
}

const statuses = { ...transactionStatus, cancelled: transactionStatusCancelled };
const options = Object.entries(statuses) as [keyof typeof statuses, number][];

interface StatusFilterProps {
  value: number | undefined;
  onChange(status: number | undefined): void;
}

/** A filter by transaction status. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { t } = useTranslation('history');
  return (
    <SelectFilter
      label={t('column.status')}
      emptyLabel={t('status.all')}
      value={value}
      options={options.map(([key, id]) => ({ value: id, label: t(`status.${key}`) }))}
      onChange={onChange}
    />
  );
}

interface SubCategoryFilterProps {
  /** The category of the sub-categories. Without a category there is no filter. */
  category: number | undefined;
  value: number | undefined;
  onChange(subCategory: number | undefined): void;
}

/** A filter by the platform's sub-categories of a category, such as bank transfer or card. */
export function SubCategoryFilter({ category, value, onChange }: SubCategoryFilterProps) {
  const { t } = useTranslation('history');
  const { data } = useFinanceListSubCategories(
    category === undefined ? null : { categoryID: category },
  );
  if (category === undefined || !supports('finance/list_sub_categories')) return null;
  return (
    <SelectFilter
      label={t('column.subCategory')}
      emptyLabel={t('subCategory.all')}
      value={value}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
