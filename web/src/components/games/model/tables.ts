import type { Table } from '@/contracts/types';

/** Returns tables with the open ones first; otherwise the order stays. */
export const openFirst = (tables: readonly Table[]): Table[] => [
  ...tables.filter(({ isOpen }) => isOpen),
  ...tables.filter(({ isOpen }) => !isOpen),
];
