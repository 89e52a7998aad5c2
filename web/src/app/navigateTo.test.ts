import { expect, it } from 'vitest';
import { isProtectedPage } from './navigateTo';

it.each([
  ['/', false],
  ['/promotions?amount=500', false],
  ['/profile/transactions', true],
  ['/promotions?deposit=31&amount=500', true],
  ['/?deposit=', true],
])('%s needs a login: %s', (address, expected) => {
  history.replaceState(null, '', address);
  expect(isProtectedPage()).toBe(expected);
});
