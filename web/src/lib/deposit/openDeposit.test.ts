import { expect, it } from 'vitest';
import { readDeposit, withDeposit, withoutDeposit } from './openDeposit';

it.each([
  [{}, '', '?deposit='],
  [{ method: 31 }, '', '?deposit=31'],
  [{ method: 'card-a', amount: 250.5 }, '?sort=new', '?sort=new&deposit=card-a&amount=250.5'],
  [{ method: 31, receipt: 'k' }, '?receipt=a', '?receipt=a&deposit=31&depositReceipt=k'],
  [{ amount: 100 }, '?deposit=31&amount=500', '?deposit=&amount=100'],
  [{ choose: true, amount: 100 }, '?deposit=31', '?deposit=*&amount=100'],
])('the address of the deposit drawer has what it opens with: %j', (request, search, expected) => {
  expect(withDeposit(search, request)).toBe(expected);
  expect(readDeposit(expected)).toEqual(request);
});

it.each([
  ['', undefined],
  ['?amount=500', undefined],
  ['?deposit=&amount=abc', {}],
  ['?deposit=&amount=-5', {}],
  ['?deposit=&amount=Infinity', {}],
])('the address of the deposit drawer reads %s as %j', (search, expected) => {
  expect(readDeposit(search)).toEqual(expected);
});

it.each([
  ['?deposit=31&amount=500&depositReceipt=k', ''],
  ['?sort=new&deposit=', '?sort=new'],
  ['?amount=500', '?amount=500'],
  ['', ''],
])('the address of the deposit drawer closes %s to "%s"', (search, expected) => {
  expect(withoutDeposit(search)).toBe(expected);
});
