import {
  IconActivity,
  IconCreditCard,
  IconEraser,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconRulerMeasure,
  IconUserSearch,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { components } from '@/contracts/staff';
import { staffPaths } from '@/lib/paths/staff';
import type { Role } from './model/accounts';
import { paymentAddress } from './model/lookup';

/** The groups of the navigation, in their order. */
export const groups = ['operation', 'lookups', 'administration'] as const;

/** An entry of the console's navigation and of its command palette. */
export interface Destination {
  /** The name of its path, and of its text: `nav.NAME` of the namespace `staff`. */
  name:
    | 'brands'
    | 'inbox'
    | 'traffic'
    | 'drift'
    | 'requests'
    | 'players'
    | 'payments'
    | 'audit'
    | 'keys'
    | 'accounts'
    | 'cache';
  to: string;
  icon: Icon;
  group: (typeof groups)[number];
  /** The least role, for one brand or more; accounts without it do not see the entry. */
  least: Role;
  /** Shown in the bar at the bottom of phones; the others are in its menu. */
  onPhone?: boolean;
}

const rows: readonly Omit<Destination, 'to'>[] = [
  { name: 'brands', icon: IconLayoutDashboard, group: 'operation', least: 'viewer', onPhone: true },
  { name: 'inbox', icon: IconInbox, group: 'operation', least: 'viewer', onPhone: true },
  { name: 'traffic', icon: IconActivity, group: 'operation', least: 'viewer' },
  { name: 'drift', icon: IconRulerMeasure, group: 'operation', least: 'viewer' },
  { name: 'players', icon: IconUserSearch, group: 'lookups', least: 'support', onPhone: true },
  { name: 'payments', icon: IconCreditCard, group: 'lookups', least: 'support', onPhone: true },
  { name: 'requests', icon: IconListSearch, group: 'lookups', least: 'support' },
  { name: 'audit', icon: IconHistory, group: 'administration', least: 'viewer' },
  { name: 'keys', icon: IconKey, group: 'administration', least: 'viewer' },
  { name: 'accounts', icon: IconUsersGroup, group: 'administration', least: 'admin' },
  { name: 'cache', icon: IconEraser, group: 'operation', least: 'support' },
];

/** The pages of the navigation. A page is added here and in app/console/routes.tsx. */
export const destinations: readonly Destination[] = rows.map((row) => ({
  ...row,
  to: staffPaths[row.name].to(),
}));

export type InboxItem = components['schemas']['InboxItem'];
type InboxKind = InboxItem['kind'];

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
