import { expect, it } from 'vitest';
import type { Table } from '@/contracts/types';
import { changeLanguage } from '@/lib/i18n/i18n';
import { exampleGame, exampleTable } from '@/testing/fixtures';
import { matchesName, openTablesFirst, slotComparators, tableComparators } from './lists';

const tables = (...open: boolean[]): Table[] =>
  open.map((isOpen, index) => ({ ...exampleTable, tableID: index + 1, isOpen }));
const ids = (list: Table[]) => list.map(({ tableID }) => tableID);

it('open tables come first and no table moves when a page is added', () => {
  const first = tables(false, true, false, true);
  expect(ids(openTablesFirst(first, true))).toEqual([2, 4]);
  const both = tables(false, true, false, true, true, false);
  expect(ids(openTablesFirst(both, true))).toEqual([2, 4, 5]);
  expect(ids(openTablesFirst(both, false))).toEqual([2, 4, 5, 1, 3, 6]);
});

it.each([
  ['Aykırı Studios', 'ayki', true],
  ['Aykırı Studios', 'AYKIRI', true],
  ['İzmir Play', 'izmir', true],
  ['Işık Games', 'isik', true],
  ['Yıldıztozu', 'yıldız', true],
  ['Nar Interactive', '  nar ', true],
  ['Nar Interactive', 'narr', false],
  ['Nar Interactive', '', true],
])('the name %s matches “%s”: %s', (name, search, expected) => {
  expect(matchesName(name, search)).toBe(expected);
});

it.each([
  ['tr', ['Oda', 'Öd', 'Pena']],
  ['de', ['Öd', 'Oda', 'Pena']],
] as const)('names are sorted by the rules of %s', async (language, sorted) => {
  await changeLanguage(language);
  const named = sorted.toReversed().map((name) => ({ name }));
  const names = <Item>(compare: ((a: Item, b: Item) => number) | undefined, example: Item) =>
    named
      .map((item) => ({ ...example, ...item }))
      .sort(compare)
      .map(({ name }) => name);
  expect(names(slotComparators.name, exampleGame)).toEqual(sorted);
  expect(names(tableComparators.name, exampleTable)).toEqual(sorted);
});
