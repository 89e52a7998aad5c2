import { useSearchParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../components/FilterForm';
import { amountOf } from '../model/lookup';

/** A filter of a list: what was typed, by the name of the field. */
export type Filter<Name extends string = string> = Partial<Record<Name, string>>;

/** Returns the filter in the address of the page, and the function that replaces it. */
export function useFilter<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const filter: Filter<Name> = {};
  for (const name of names) filter[name] = search.get(name) ?? '';
  const set = (next: Filter) =>
    setSearch(Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1])));
  return [filter, set] as const;
}

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
