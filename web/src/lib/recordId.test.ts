import { expect, it } from 'vitest';
import { parseRecordId } from './recordId';

it.each([
  ['an integer is a number', '42', 42],
  ['15 digits are a number', '999999999999999', 999999999999999],
  ['more digits are a text, as numbers would lose some', '9007199254740993', '9007199254740993'],
  ['leading zeros are a text', '007', '007'],
  [
    'a UUID is a text',
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ],
  ['a slug is a text', 'book-of-tides', 'book-of-tides'],
  ['zero is no id', '0', undefined],
  ['a path is no id', '../etc', undefined],
  ['an empty text is no id', '', undefined],
  ['a missing one is no id', undefined, undefined],
  ['a text of more than 80 characters is no id', 'a'.repeat(81), undefined],
])('%s', (_, text, id) => {
  expect(parseRecordId(text)).toBe(id);
});
