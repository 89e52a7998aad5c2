import { expect, it } from 'vitest';
import { matchesName } from './providers';

it.each([
  ['Aykırı Studios', 'ayki', true],
  ['Aykırı Studios', 'AYKIRI', true],
  ['İzmir Play', 'izmir', true],
  ['Işık Games', 'isik', true],
  ['Yıldıztozu', 'yıldız', true],
  ['Nar Interactive', '  nar ', true],
  ['Nar Interactive', 'narr', false],
  ['Nar Interactive', '', true],
])('%s matches “%s”: %s', (name, search, expected) => {
  expect(matchesName(name, search)).toBe(expected);
});
