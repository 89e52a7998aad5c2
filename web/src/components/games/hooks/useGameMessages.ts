import { useEffect, useRef } from 'react';
import { openDeposit } from '@/lib/deposit/openDeposit';
import { refreshBalance, setBalance } from '@/lib/player/player';
import { siteSession } from '@/lib/session/site';
import type { GameMessage } from '../model/gameMessage';

interface GameMessageOptions {
  /** Ignores balances, because a demo's balances are not the player's. */
  demo?: boolean;
  onClose(): void;
  /** Called before a reported balance is displayed. */
  onBalance?(message: Extract<GameMessage, { event: 'balance' }>): void;
}

/**
 * Returns a handler for the messages of a running game. Rounds and input count as activity. It only
 * displays a reported balance. The wallet is requested when the player leaves, because it includes
 * wins that the game has not shown yet.
 */
export function useGameMessages({
  demo = false,
  onClose,
  onBalance,
}: GameMessageOptions): (message: GameMessage) => void {
  const balanceReported = useRef(false);
  useEffect(() => {
    return () => void (balanceReported.current && refreshBalance());
  }, []);
  return (message) => {
    // The page sees no events inside a frame, so only the game reports that the player is present.
    if (message.event === 'input' || message.event === 'balance')
      siteSession().recordActivity('game');
    if (message.event === 'close') onClose();
    if (message.event === 'deposit') openDeposit();
    if (message.event !== 'balance' || demo) return;
    balanceReported.current = true;
    onBalance?.(message);
    void setBalance(message.balance, message.bonus);
  };
}
