import { useRef } from 'react';
import type { GameMessage } from '@/components/games/model/gameMessage';
import { useBalance } from '@/lib/player/useBalance';
import { addPlayTime } from '../model/playTime';

type Reported = Extract<GameMessage, { event: 'balance' }>;

/**
 * Returns a function that adds the rounds of a game to the net result of the visit. Real and bonus balance are added up: a converted
 * bonus is no win. A rise, which a game may report before the win, counts as far as rounds have won it: the rest is a deposit.
 */
export function useNetResult(): (reported: Pick<Reported, 'balance' | 'bonus' | 'win'>) => void {
  const { balance, bonus } = useBalance();
  const lastTotal = useRef<number>(undefined);
  const rises = useRef(0);
  return (reported) => {
    const walletTotal = balance === undefined ? undefined : balance + (bonus ?? 0);
    const before = lastTotal.current ?? walletTotal;
    lastTotal.current = reported.balance + (reported.bonus ?? bonus ?? 0);
    if (before === undefined) return;
    const change = lastTotal.current - before;
    rises.current += Math.max(change, 0);
    const won = Math.min(rises.current, reported.win);
    rises.current -= won;
    addPlayTime({ net: Math.min(change, 0) + won });
  };
}
