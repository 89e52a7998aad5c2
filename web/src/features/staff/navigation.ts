import { IconLayoutDashboard, type Icon } from '@tabler/icons-react';
import { staffPaths } from '@/lib/paths/staff';
import type { Role } from './model/rights';

/** The groups of the navigation, in their order. */
export const groups = ['operation', 'lookups', 'administration'] as const;

/** An entry of the console's navigation and of its command palette. */
export interface Destination {
  /** The name of its text, `nav.NAME` of the namespace `staff`. */
  name: 'brands';
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
];
