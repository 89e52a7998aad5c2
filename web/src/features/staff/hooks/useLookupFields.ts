import { useTranslation } from 'react-i18next';
import type { FilterField } from '../components/FilterForm';
import { amountOf } from '../model/lookup';

/** Returns the fields of the search for payments and requests. */
export function useLookupFields(): FilterField[] {
  const { t } = useTranslation('staffPages');
  const invalid = (typed: string) =>
    typed.trim() && !amountOf(typed) ? t('limits.invalidAmount') : undefined;
  return [
    { name: 'transaction', label: t('payment.transaction'), maxLength: 100 },
    { name: 'amount', label: t('payment.amount'), inputMode: 'decimal', invalid },
    { name: 'from', label: t('lookup.from'), type: 'datetime-local' },
    { name: 'until', label: t('lookup.until'), type: 'datetime-local' },
    { name: 'brand', label: t('brand') },
  ];
}
