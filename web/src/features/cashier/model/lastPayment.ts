import type { CashType, RecordID } from '@/contracts/types';
import { createStoredValue } from '@/lib/storage/storedValue';

/** The method and amount of a player's last payment. */
interface LastPayment {
  method: RecordID;
  amount: number;
}

const lastPayments = createStoredValue<LastPayment | undefined>('lastPayment', {
  parse(json) {
    const found = json as Partial<LastPayment> | null | undefined;
    const known = typeof found?.method === 'number' || typeof found?.method === 'string';
    if (!known || typeof found?.amount !== 'number') return undefined;
    return { method: found.method as RecordID, amount: found.amount };
  },
});

const ownerOf = (username: string, type: CashType) => `${username}:${type}`;

/** Returns the player's last accepted payment of a direction in this browser. */
export const lastPayment = (username: string, type: CashType): LastPayment | undefined =>
  lastPayments.get(ownerOf(username, type));

/** Stores an accepted payment, which preselects method and amount of the next one. */
export const rememberPayment = (username: string, type: CashType, payment: LastPayment): void =>
  void lastPayments.set(payment, ownerOf(username, type));
