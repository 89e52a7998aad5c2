import { expect, it } from 'vitest';
import { moveOwner } from './moveOwner';
import { createStoredValue } from './storedValue';

const list = createStoredValue<string[]>('list', {
  parse: (json) => (Array.isArray(json) ? json.map(String) : []),
});

it('moves the values of one owner and of no other', () => {
  list.set(['a'], 'deniz');
  list.set(['b'], 'ali.deniz');
  list.set(['c']);
  moveOwner('deniz', 'deniz2');
  expect(list.get('deniz2')).toEqual(['a']);
  expect(list.get('deniz')).toEqual([]);
  expect(list.get('ali.deniz')).toEqual(['b']);
  expect(list.get()).toEqual(['c']);
});

it('keeps the values when the name stays the same', () => {
  list.set(['a'], 'deniz');
  moveOwner('deniz', 'deniz');
  expect(list.get('deniz')).toEqual(['a']);
});
