import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { toasts } from '@/lib/toast/store';
import type { FilterField } from '../components/Fields';
import { amountOf } from '../model/lookup';

/** Sets the title of a page of the staff console. */
export function useTitle(title: string): void {
  const { t } = useTranslation('staff');
  usePageTitle(title, t('product'));
}

/** Shows the result of a change in a toast, for changes without a form. */
export const notifyDone = (message: string): void =>
  void toasts.show({ kind: 'positive', message });

/** The filter of a list: entered text by field name. */
export type Filter<Name extends string = string> = Partial<Record<Name, string>>;

/** Returns the filter in the address of the page and a function that replaces it. */
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
