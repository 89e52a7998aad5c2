import { cashType, transferType } from '@/contracts/constants';
import type { Bonus } from '@/contracts/types';
import { isOffered } from '@/lib/bootstrap/supports';
import { paths } from '@/lib/paths/paths';
import { useBalance } from '@/lib/player/useBalance';
import { useProfile } from '@/lib/player/useProfile';
import { paymentMethodsOf } from '../model/methods';
import { useBankAccounts } from './banks';
import { useDepositBonus } from './useDepositBonus';
import { useMethods } from './methods';

/** What may stop a withdrawal, as far as it is known before the form. */
export interface WithdrawChecks {
  /** The identity is not verified. */
  identity: boolean;
  /** A method needs a bank account and the player has none that is usable. */
  account: boolean;
  /** The smallest withdrawal of any method, if the balance is below it. */
  minimum: number | undefined;
  /** A bonus whose wagering has not ended. */
  bonus: Bonus | undefined;
}

/** Returns what may stop a withdrawal. What is not loaded, or fails to, is no obstacle: the platform decides. */
export function useWithdrawChecks(): WithdrawChecks {
  const kyc = useProfile().data?.kyc;
  const { balance } = useBalance();
  const accounts = useBankAccounts();
  const { active } = useDepositBonus();
  const { methods } = useMethods(cashType.withdraw);
  const all = methods && paymentMethodsOf(methods);
  const toBank = all?.some((it) => it.transferType === transferType.bankTransfer) ?? false;
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
