import type { components } from '@/contracts/staff';
import { staffPaths } from '@/lib/paths/staff';
import { paymentAddress } from './money';

export type InboxItem = components['schemas']['InboxItem'];
export type InboxKind = InboxItem['kind'];

/** The kinds of items in the order of the inbox, each with the page of the navigation that counts them. */
export const inboxKinds = {
  settlement: 'payments',
  loosening: 'players',
  match: 'players',
  payment: 'payments',
  breaker: 'brands',
  maintenance: 'brands',
  drift: 'drift',
  key: 'keys',
} as const satisfies Record<InboxKind, string>;

/** Returns how many items are counted at an entry of the navigation. */
export const countAt = (entry: string, items: readonly InboxItem[] = []): number =>
  entry === 'inbox' ? items.length : items.filter((item) => inboxKinds[item.kind] === entry).length;

/** Returns the address of the page on which an item is worked off. */
export function addressOf({ kind, id, brand = '' }: InboxItem): string {
  switch (kind) {
    case 'settlement':
    case 'payment':
      return paymentAddress({ key: id, brand });
    case 'loosening':
      return staffPaths.player.to({ brand, uid: id });
    case 'breaker':
    case 'maintenance':
      return staffPaths.brand.to({ brand });
    default:
      return staffPaths[inboxKinds[kind]].to();
  }
}
