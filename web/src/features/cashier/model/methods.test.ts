import { expect, it } from 'vitest';
import type { Method, MethodProperties, RecordID } from '@/contracts/types';
import { methodProperties } from '@/testing/fixtures';
import { groupMethods, favoritesOf, paymentMethodsOf, withFavorite } from './methods';

const properties: MethodProperties = { ...methodProperties, quick: false };
const member = { ...properties, transferType: 7 };
const list: Method[] = [
  { type: 'single', id: 1, name: 'A', logo: '/a', transferType: 1, properties },
  { type: 'single', id: 2, name: 'B', logo: '/b', transferType: 3, properties },
  {
    type: 'group',
    id: 9,
    name: 'G',
    logo: '/g',
    methods: [
      { id: 3, name: 'C', ...member },
      { id: 4, name: 'D', ...member, logo: '/d' },
    ],
  },
];
const ids = (methods: { id: RecordID }[]) => methods.map(({ id }) => id);

it('withFavorite changes the method or member with the id, there and back, and no group', () => {
  const flags = (methods: Method[]) => paymentMethodsOf(methods).map((method) => method.isFavorite);
  const on = withFavorite(list, 1, true);
  expect(flags(on)).toEqual([1, 0, 0, 0]);
  expect(withFavorite(on, 1, false)).toEqual(list);
  expect(flags(withFavorite(list, 4, true))).toEqual([0, 0, 0, 1]);
  expect(withFavorite(list, 9, true)).toEqual(list);
});

it('returns favourite singles and groups reduced to their favourite members', () => {
  const marked = withFavorite(withFavorite(list, 2, true), 4, true);
  const favorites = favoritesOf(marked);
  expect(favorites.map(({ id }) => id)).toEqual([2, 9]);
  expect(ids(paymentMethodsOf(favorites))).toEqual([2, 4]);
  expect(favoritesOf(list)).toEqual([]);
});

it('splits into favourites, highlighted, other singles and complete groups with the default logo', () => {
  const marked = withFavorite(list, 4, true);
  const { favorites, highlights, singles, groups } = groupMethods(marked, [list[1]!, list[2]!]);
  expect(ids(favorites)).toEqual([4]);
  expect(ids(highlights)).toEqual([2, 3]);
  expect(ids(singles)).toEqual([1]);
  expect(ids(paymentMethodsOf(groups))).toEqual([3, 4]);
  expect(paymentMethodsOf(list).map(({ logo }) => logo)).toEqual(['/a', '/b', '/g', '/d']);
});
