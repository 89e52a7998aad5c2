import { useTranslation } from 'react-i18next';
import { useEnvoyGetDepositAmounts } from '@/contracts/hooks/envoy';
import {
  useFinanceListCashMethodsNew,
  useFinanceListHighlightedCashMethods,
} from '@/contracts/hooks/finance';
import type { CashType } from '@/contracts/types';
import { call } from '@/lib/gateway/site';
import { patch } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastSuccess } from '@/lib/toast/store';
import { withFavorite, type PaymentMethod } from '../model/methods';

/** Returns the payment methods of deposits or withdrawals. */
export function useMethods(Type: CashType) {
  const { data, ...state } = useFinanceListCashMethodsNew({ Type });
  return { ...state, methods: data?.methods_list };
}

/**
 * Returns the payment methods that are shown first: undefined until loaded, empty if the platform has none or
 * fails.
 */
export function useHighlighted(Type: CashType) {
  const { data, error } = useFinanceListHighlightedCashMethods({ Type });
  return data ?? (error && []);
}

/** Returns the allowed amounts of a method; requested only if it names a bank and has no amounts itself. */
export function useAmounts(method: PaymentMethod): number[] | undefined {
  const bankcode = method.amounts ? undefined : method.bankcode;
  const { data } = useEnvoyGetDepositAmounts(bankcode ? { bankcode } : null);
  return method.amounts ?? data?.amounts;
}

/** Adds or removes a favourite payment method; the lists change after the platform's answer (spec §4). */
export function useFavoriteToggle(Type: CashType) {
  const { t } = useTranslation('common');
  return useAction(async (method: PaymentMethod) => {
    const on = !method.isFavorite;
    const name = on ? 'finance/add_favorite_cash_method' : 'finance/remove_favorite_cash_method';
    await call(name, { id: method.id, Type });
    await patch(
      'finance/list_cash_methods_new',
      (data) => ({ methods_list: withFavorite(data.methods_list, method.id, on) }),
      (request) => request.Type === Type,
    );
    toastSuccess(t(on ? 'favorites.added' : 'favorites.removed'));
  });
}
