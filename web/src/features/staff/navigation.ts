import {
  IconActivity,
  IconCreditCard,
  IconEraser,
  IconGauge,
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

/** An entry of the staff console's navigation and of its command palette. */
export interface Destination {
  /** The name of its path and of its text, `nav.NAME` in the namespace `staff`. */
  name: Exclude<
    keyof typeof staffPaths,
    | 'brand'
    | 'studio'
    | 'studioTab'
    | 'request'
    | 'player'
    | 'payment'
    | 'close'
    | 'window'
    | 'invitation'
    | 'account'
  >;
  to: string;
  icon: Icon;
  group: (typeof groups)[number];
  /** The minimum role for one brand or more. Accounts without it do not see the entry. */
  least: Role;
  /** Shows the entry in the bar at the bottom of phones. The menu contains the others. */
  onPhone?: boolean;
}

const rows: readonly Omit<Destination, 'to'>[] = [
  { name: 'brands', icon: IconLayoutDashboard, group: 'operation', least: 'viewer', onPhone: true },
  { name: 'inbox', icon: IconInbox, group: 'operation', least: 'viewer', onPhone: true },
  { name: 'traffic', icon: IconActivity, group: 'operation', least: 'viewer' },
  { name: 'speed', icon: IconGauge, group: 'operation', least: 'viewer' },
  { name: 'drift', icon: IconRulerMeasure, group: 'operation', least: 'viewer' },
  { name: 'players', icon: IconUserSearch, group: 'lookups', least: 'support', onPhone: true },
  { name: 'payments', icon: IconCreditCard, group: 'lookups', least: 'support', onPhone: true },
  { name: 'requests', icon: IconListSearch, group: 'lookups', least: 'support' },
  { name: 'audit', icon: IconHistory, group: 'administration', least: 'viewer' },
  { name: 'keys', icon: IconKey, group: 'administration', least: 'viewer' },
  { name: 'accounts', icon: IconUsersGroup, group: 'administration', least: 'admin' },
  { name: 'cache', icon: IconEraser, group: 'operation', least: 'support' },
];

/** The pages of the navigation. Add a page here and in app/console/routes.tsx. */
export const destinations: readonly Destination[] = rows.map((row) => ({
  ...row,
  to: staffPaths[row.name].to(),
}));

export type InboxItem = components['schemas']['InboxItem'];
type InboxKind = InboxItem['kind'];

/** The kinds of items in the order of the inbox, each with its navigation entry. */
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

/** Returns the number of items of a navigation entry. */
export const countAt = (entry: string, items: readonly InboxItem[] = []): number =>
  entry === 'inbox' ? items.length : items.filter((item) => inboxKinds[item.kind] === entry).length;

/** Returns the address of the page that handles an item. */
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
