import { useEffect, useRef } from 'react';
import { openDeposit } from '@/lib/deposit/openDeposit';
import { refreshBalance, setBalance } from '@/lib/player/player';
import { siteSession } from '@/lib/session/site';
import type { GameMessage } from '../model/gameMessage';

interface GameMessageOptions {
  /** Ignores balances: those of a demo are not the player's. */
  demo?: boolean;
  onClose(): void;
  /** Called before a reported balance is displayed. */
  onBalance?(message: Extract<GameMessage, { event: 'balance' }>): void;
}

/**
 * Returns a handler for the messages of a running game. Rounds and input are the player's presence. A reported balance is only displayed; the wallet is
 * requested when the player leaves, because during the game it contains a win before the game has shown it.
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
    // A frame shows nothing of what happens inside: only the game knows that the player is present.
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
