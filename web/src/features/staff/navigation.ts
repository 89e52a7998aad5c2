import {
  IconActivity,
  IconCreditCard,
  IconEraser,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconRulerMeasure,
  IconUserSearch,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { staffPaths } from '@/lib/paths/staff';
import type { Role } from './model/rights';

/** The groups of the navigation, in their order. */
export const groups = ['operation', 'lookups', 'administration'] as const;

/** An entry of the console's navigation and of its command palette. */
export interface Destination {
  /** The name of its text, `nav.NAME` of the namespace `staff`. */
  name:
    | 'brands'
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

/** The pages of the navigation. A page is added here and in app/console/routes.tsx. */
export const destinations: readonly Destination[] = [
  {
    name: 'brands',
    to: staffPaths.brands.to(),
    icon: IconLayoutDashboard,
    group: 'operation',
    least: 'viewer',
    onPhone: true,
  },
  {
    name: 'traffic',
    to: staffPaths.traffic.to(),
    icon: IconActivity,
    group: 'operation',
    least: 'viewer',
  },
  {
    name: 'drift',
    to: staffPaths.drift.to(),
    icon: IconRulerMeasure,
    group: 'operation',
    least: 'viewer',
  },
  {
    name: 'players',
    to: staffPaths.players.to(),
    icon: IconUserSearch,
    group: 'lookups',
    least: 'support',
    onPhone: true,
  },
  {
    name: 'payments',
    to: staffPaths.payments.to(),
    icon: IconCreditCard,
    group: 'lookups',
    least: 'support',
    onPhone: true,
  },
  {
    name: 'requests',
    to: staffPaths.requests.to(),
    icon: IconListSearch,
    group: 'lookups',
    least: 'support',
  },
  {
    name: 'audit',
    to: staffPaths.audit.to(),
    icon: IconHistory,
    group: 'administration',
    least: 'viewer',
  },
  {
    name: 'keys',
    to: staffPaths.keys.to(),
    icon: IconKey,
    group: 'administration',
    least: 'viewer',
  },
  {
    name: 'accounts',
    to: staffPaths.accounts.to(),
    icon: IconUsersGroup,
    group: 'administration',
    least: 'admin',
  },
  {
    name: 'cache',
    to: staffPaths.cache.to(),
    icon: IconEraser,
    group: 'operation',
    least: 'support',
  },
];
