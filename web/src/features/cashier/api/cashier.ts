import { useTranslation } from 'react-i18next';
import { cashType, siteType, transferType } from '@/contracts/constants';
import { useEnvoyGetDepositAmounts } from '@/contracts/hooks/envoy';
import {
  useFinanceListBankAccounts,
  useFinanceListBanks,
  useFinanceListCashMethodsNew,
  useFinanceListHighlightedCashMethods,
} from '@/contracts/hooks/finance';
import { useLimitsGet } from '@/contracts/hooks/limits';
import { useUserListBonuses } from '@/contracts/hooks/user';
import type { Bonus, CashType } from '@/contracts/types';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { call } from '@/lib/gateway/site';
import { paths } from '@/lib/paths/paths';
import { useBalance, useProfile } from '@/lib/player/player';
import { patch } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastSuccess } from '@/lib/toast/store';
import { paymentMethodsOf, withFavorite, type PaymentMethod } from '../model/methods';

/** Returns the payment methods of deposits or withdrawals. */
export function useMethods(Type: CashType) {
  const { data, ...state } = useFinanceListCashMethodsNew({ Type });
  return { ...state, methods: data?.methods_list };
}

/** Returns the methods to show first: undefined until loaded, empty without any or on failure. */
export function useHighlighted(Type: CashType) {
  const { data, error } = useFinanceListHighlightedCashMethods({ Type });
  return data ?? (error && []);
}

/** Returns the allowed amounts of a method. Requests them only for a bank without amounts. */
export function useAmounts(method: PaymentMethod): number[] | undefined {
  const bankcode = method.amounts ? undefined : method.bankcode;
  const { data } = useEnvoyGetDepositAmounts(bankcode ? { bankcode } : null);
  return method.amounts ?? data?.amounts;
}

/** Adds or removes a favourite payment method. The lists change after the platform's response. */
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

/** Returns the banks for the player's accounts. */
export const useBanks = () => useFinanceListBanks({ typeID: 1 });

/** Returns the player's bank accounts. */
export const useBankAccounts = () =>
  useFinanceListBankAccounts({ SiteType: siteType, showPrepaid: 1 });

const first = { limit: 1, offset: 0 };

/** Returns the active bonus, or the bonus that a deposit may take if none is active. */
export function useDepositBonus(): {
  active: Bonus | undefined;
  available: Bonus | undefined;
  loading: boolean;
} {
  const active = useUserListBonuses({ ...first, status: 'active' });
  const available = useUserListBonuses({ ...first, status: 'available' });
  const running = active.data?.[0];
  // Offers no bonus until it is known that none is active.
  const known = active.data !== undefined || active.error?.reason === 'no-records';
  return {
    active: running,
    available: known && !running ? available.data?.[0] : undefined,
    loading: active.loading || (!running && available.loading),
  };
}

/** The obstacles of a withdrawal that are known before the form. */
interface WithdrawChecks {
  /** The identity is not verified. */
  identity: boolean;
  /** A method needs a bank account and the player has no usable one. */
  account: boolean;
  /** The smallest withdrawal of any method, if the balance is below it. */
  minimum: number | undefined;
  /** A bonus with unfinished wagering. */
  bonus: Bonus | undefined;
}

/** Returns the known obstacles of a withdrawal. Missing data is not an obstacle. */
export function useWithdrawChecks(): WithdrawChecks {
  const kyc = useProfile().data?.kyc;
  const { balance } = useBalance();
  const accounts = useBankAccounts();
  const { active } = useDepositBonus();
  const { methods } = useMethods(cashType.withdraw);
  const all = methods && paymentMethodsOf(methods);
  const toBank =
    all?.some((element) => element.transferType === transferType.bankTransfer) ?? false;
  const none =
    accounts.error?.reason === 'no-records' ||
    (accounts.data !== undefined && !accounts.data.some(({ status }) => status === 1));
  const least = all && all.length > 0 ? Math.min(...all.map(({ min }) => min)) : undefined;
  const below = least !== undefined && balance !== undefined && balance < least;
  return {
    identity: kyc !== undefined && kyc !== 'verified',
    account: toBank && none && isOffered(paths.profileBankAccounts.to()),
    minimum: below ? least : undefined,
    bonus: active && active.wager_done < active.wager_required ? active : undefined,
  };
}

/** The deposit that the player's limits allow. */
interface DepositAllowance {
  /** The remainder of the tightest limit, or undefined without a limit and until it is known. */
  left?: number;
  /** The player takes a break or is self-excluded, therefore deposits are closed. */
  closed?: boolean;
  /** The player has to set a deposit limit before the first deposit. */
  limitRequired?: boolean;
}

/** Returns the deposit that the player's limits allow. It requests nothing for withdrawals. */
export function useDepositAllowance(type: CashType): DepositAllowance {
  const { data } = useLimitsGet(type === cashType.deposit ? {} : null);
  if (!data) return {};
  const left = data.limits.filter((limit) => limit.kind === 'deposit').map((limit) => limit.left);
  return {
    left: left.length > 0 ? Math.min(...left) : undefined,
    closed: !!(data.exclusion ?? data.cool_off),
    limitRequired: data.deposit_limit_required,
  };
}
