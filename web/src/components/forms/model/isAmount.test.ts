import { expect, it } from 'vitest';
import { isAmount } from './isAmount';

it.each([
  [500, 100, true],
  ['500', 100, true],
  [0.01, 100, true],
  [1234.56, 100, true],
  ['', 100, false],
  [0, 100, false],
  [-5, 100, false],
  [0.005, 100, false],
  ['x', 100, false],
  [90, 1, true],
  [1.5, 1, false],
])('%o in parts of 1/%i is an amount: %s', (value, parts, valid) => {
  expect(isAmount(value, parts)).toBe(valid);
});
