import { useRef } from 'react';
import { useBalance } from '@/lib/player';
import { addPlayTime } from '../model/playTime';

/**
 * Returns a function that adds the change of a reported balance to the net result of the visit. Real and bonus
 * balance are added up: a bonus that is converted to real money is not a win.
 */
export function useNetResult(): (reported: { balance: number; bonus: number | undefined }) => void {
  const { balance, bonus } = useBalance();
  const lastTotal = useRef<number>(undefined);
  return (reported) => {
    const walletTotal = balance === undefined ? undefined : balance + (bonus ?? 0);
    const before = lastTotal.current ?? walletTotal;
    lastTotal.current = reported.balance + (reported.bonus ?? bonus ?? 0);
    if (before !== undefined) addPlayTime({ net: lastTotal.current - before });
  };
}
