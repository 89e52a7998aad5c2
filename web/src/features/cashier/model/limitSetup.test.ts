import { expect, it } from 'vitest';
import { isLimitAmount } from './limitSetup';

it.each([
  [500, true],
  ['500', true],
  [0.01, true],
  [1234.56, true],
  ['', false],
  [0, false],
  [-5, false],
  [0.005, false],
  ['x', false],
])('%o is an amount of a limit: %s', (amount, valid) => {
  expect(isLimitAmount(amount)).toBe(valid);
});
