import { describe, expect, it } from 'vitest';
import type { Method, MethodProperties, RecordID } from '@/contracts/types';
import { groupMethods, favoritesOf, paymentMethodsOf, withFavorite } from './methods';

const properties: MethodProperties = {
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: [],
  quick: false,
  qr: false,
};
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

describe('withFavorite', () => {
  it('sets a single method to 1 and back to 0 and nothing else', () => {
    const on = withFavorite(list, 1, true);
    expect(paymentMethodsOf(on).map((method) => method.isFavorite)).toEqual([1, 0, 0, 0]);
    expect(withFavorite(on, 1, false)).toEqual(list);
  });

  it('changes the group member with the id', () => {
    expect(
      paymentMethodsOf(withFavorite(list, 4, true)).map((method) => method.isFavorite),
    ).toEqual([0, 0, 0, 1]);
  });

  it('ignores a group with the same id', () => {
    expect(withFavorite(list, 9, true)).toEqual(list);
  });
});

it('returns favourite singles and groups reduced to their favourite members (spec §4)', () => {
  const marked = withFavorite(withFavorite(list, 2, true), 4, true);
  const favorites = favoritesOf(marked);
  expect(favorites.map(({ id }) => id)).toEqual([2, 9]);
  expect(ids(paymentMethodsOf(favorites))).toEqual([2, 4]);
  expect(favoritesOf(list)).toEqual([]);
});

it('splits into favourites, highlighted, other singles and complete groups', () => {
  const marked = withFavorite(list, 4, true);
  const { favorites, highlights, singles, groups } = groupMethods(marked, [list[1]!, list[2]!]);
  expect(ids(favorites)).toEqual([4]);
  expect(ids(highlights)).toEqual([2, 3]);
  expect(ids(singles)).toEqual([1]);
  expect(ids(paymentMethodsOf(groups))).toEqual([3, 4]);
});

it('falls back to the logo of the group', () => {
  expect(paymentMethodsOf(list).map(({ logo }) => logo)).toEqual(['/a', '/b', '/g', '/d']);
});
