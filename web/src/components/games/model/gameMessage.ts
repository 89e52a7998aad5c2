/**
 * A message of a running game to the page (contracts/WIRE.md#messages-of-a-game). Amounts are in
 * whole units of the player's currency. `balance` is real money, `bonus` the active bonus.
 */
export type GameMessage =
  | { event: 'ready' | 'close' | 'deposit' | 'input' }
  | { event: 'balance'; balance: number; bonus: number | undefined; win: number }
  | { event: 'error'; error: string };

const isAmount = (value: unknown): value is number => Number.isFinite(value);

/** Parses a message of a game frame, or returns undefined for anything else. */
export function readGameMessage(data: unknown): GameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, event, balance, bonus, win, error } = data as Record<string, unknown>;
  if (type !== 'croupier:game') return undefined;
  switch (event) {
    case 'ready':
    case 'close':
    case 'deposit':
    case 'input':
      return { event };
    case 'balance':
      return isAmount(balance)
        ? {
            event,
            balance,
            bonus: isAmount(bonus) ? bonus : undefined,
            win: isAmount(win) ? win : 0,
          }
        : undefined;
    case 'error':
      return { event, error: typeof error === 'string' ? error : '' };
    default:
      return undefined;
  }
}

/** Adds the page's origin to the game's address. The game posts its messages to this origin. */
export function framedAddress(url: string, page: Location = window.location): string {
  const address = new URL(url, page.href);
  address.searchParams.set('origin', page.origin);
  return address.href;
}
