import { useTranslation } from 'react-i18next';
import { useFinanceListSubCategories } from '@/contracts/hooks/finance';
import { supports } from '@/lib/bootstrap/supports';
import { SelectFilter } from './Toolbar';

export interface SubCategoryFilterProps {
  /** The category whose sub-categories are offered; without one there is no filter. */
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
