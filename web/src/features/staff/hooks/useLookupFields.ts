import { useTranslation } from 'react-i18next';
import type { FilterField } from '../components/FilterForm';

/** Returns the fields of the search for payments and requests. */
export function useLookupFields(): FilterField[] {
  const { t } = useTranslation('staffPages');
  const invalid = t('limits.invalidAmount');
  return [
    { name: 'transaction', label: t('payment.transaction'), maxLength: 100 },
    { name: 'amount', label: t('payment.amount'), pattern: '\\d+([.,]\\d{1,2})?', title: invalid },
    { name: 'from', label: t('lookup.from'), type: 'datetime-local' },
    { name: 'until', label: t('lookup.until'), type: 'datetime-local' },
    { name: 'brand', label: t('brand') },
  ];
}
