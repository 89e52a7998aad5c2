import { expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Table } from '@/contracts/types';
import { openTablesFirst } from './tables';

const example = examples['livecasino/game_table_list'].flatMap(
  ({ answer }) => answer.data as Table[],
)[0]!;
const tables = (...open: boolean[]): Table[] =>
  open.map((isOpen, index) => ({ ...example, tableID: index + 1, isOpen }));
const ids = (list: Table[]) => list.map(({ tableID }) => tableID);

it('open tables come first and no table moves when a page is added', () => {
  const first = tables(false, true, false, true);
  expect(ids(openTablesFirst(first, true))).toEqual([2, 4]);
  const both = tables(false, true, false, true, true, false);
  expect(ids(openTablesFirst(both, true))).toEqual([2, 4, 5]);
  expect(ids(openTablesFirst(both, false))).toEqual([2, 4, 5, 1, 3, 6]);
});
