import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerChecker } from './answer-check';

const check = answerChecker(join(import.meta.dirname, '../../contracts'));

const answer = (call: string, data: unknown, over: object = {}) => {
  const envelope = { result: true, message: '', data, code: 200, debug: null, pagination: null };
  return check({ call, body: JSON.stringify({ ...envelope, ...over }) });
};
const balance = { balance: 12.5, bonus: 0, currency: 'TRY' };

it('accepts answers of the contract, refusals, more fields than known, and what is no JSON', () => {
  expect(answer('finance/check_balance', [balance])).toBe('');
  expect(answer('finance/check_balance', [{ ...balance, vip: true }])).toBe('');
  expect(answer('finance/check_balance', null, { result: false, code: 400, debug: 'x' })).toBe('');
  expect(check({ call: 'finance/check_balance', body: '<html>' })).toBe('');
});

it('tells where an answer violates the contract', () => {
  const wrong = [balance, { ...balance, balance: '12.50' }];
  expect(answer('finance/check_balance', wrong)).toBe('data: /1/balance must be number');
  expect(answer('finance/check_balance', [balance], { code: '200' })).toBe('/code must be integer');
  expect(answer('finance/no_such_call', [])).toBe('no such call');
});
