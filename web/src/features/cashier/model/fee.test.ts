import { expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import { paymentSums } from './fee';

it.each([
  [cashType.deposit, 100, 1.5, { fee: 1.5, paid: 101.5, arrives: 100 }],
  [cashType.deposit, 0.1, 2, { fee: 0, paid: 0.1, arrives: 0.1 }],
  [cashType.deposit, 333.33, 1.5, { fee: 5, paid: 338.33, arrives: 333.33 }],
  [cashType.withdraw, 1000, 2, { fee: 20, paid: 1000, arrives: 980 }],
  [cashType.withdraw, 19.99, 0, { fee: 0, paid: 19.99, arrives: 19.99 }],
] as const)('of direction %i, %d with %d %%', (type, amount, percent, sums) => {
  expect(paymentSums(type, amount, percent)).toEqual(sums);
});
