import { describe, expect, it } from 'vitest';
import { cashType, transferType } from '@/contracts/constants';
import type { MethodField } from '@/contracts/types';
import { paymentMethod, phoneField } from '@/testing/fixtures';
import { paymentSums } from './fee';
import type { PaymentMethod } from './methods';
import { emptyPayment, validatePayment, type Payment, type PaymentBounds } from './payment';
import { refusedField } from './refusedField';
import { suggestedAmounts } from './suggestedAmounts';

const field = (over: Partial<MethodField> = {}): MethodField => ({
  ...phoneField,
  name: 'wallet',
  kind: 'text',
  ...over,
});
const methodOf = (over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...paymentMethod,
  ...over,
});
const errorsOf = (
  method: PaymentMethod,
  filled: Partial<Payment>,
  bounds: Partial<PaymentBounds> = {},
) =>
  validatePayment(
    { ...emptyPayment(method), amount: 100, ...filled },
    { type: 1, method, today: '2026-11-20', ...bounds },
  );

describe('the amount', () => {
  it.each([
    ['', 'required'],
    [49.99, 'range'],
    [1000.01, 'range'],
    [-100, 'range'],
    [Number.NaN, 'range'],
    [100.005, 'decimals'],
  ])('%s is %s', (amount, error) => {
    expect(errorsOf(methodOf(), { amount })).toEqual({ amount: error });
  });

  it.each([50, 1000, 99.99, 70.1])('%s is valid', (amount) => {
    expect(errorsOf(methodOf(), { amount })).toEqual({});
  });

  it('must be one of the platform’s amounts, if it specifies them', () => {
    expect(errorsOf(methodOf(), { amount: 101 }, { amounts: [100, 250] })).toEqual({
      amount: 'amount',
    });
    expect(errorsOf(methodOf(), { amount: 250 }, { amounts: [100, 250] })).toEqual({});
  });
});

describe('a withdrawal', () => {
  const withdraw = { type: 2, balance: 500 } as const;
  const transfer = methodOf({ transferType: 1 });
  const good = { bankAccountID: '71', id_valid_until: '2026-11-20' };

  it('requires account, amount and expiry of the identity card', () => {
    expect(errorsOf(transfer, { amount: '' }, withdraw)).toEqual({
      amount: 'required',
      bankAccountID: 'account',
      id_valid_until: 'required',
    });
    expect(errorsOf(transfer, good, withdraw)).toEqual({});
  });

  it('rejects more than the balance and an expired card', () => {
    expect(errorsOf(transfer, { ...good, amount: 501 }, withdraw)).toEqual({ amount: 'funds' });
    expect(errorsOf(transfer, { ...good, id_valid_until: '2026-11-19' }, withdraw)).toEqual({
      id_valid_until: 'expired',
    });
  });

  it('to a wallet requires the wallet instead of an account', () => {
    const wallet = methodOf({ fields: [field()] });
    expect(errorsOf(wallet, { id_valid_until: '2030-01-01' }, withdraw)).toEqual({
      'fields.wallet': 'required',
    });
  });
});

describe('a method’s own fields', () => {
  it('must match their patterns, and may be empty if not required', () => {
    const method = methodOf({ fields: [field({ pattern: '^[A-Z]{3}$', required: false })] });
    expect(errorsOf(method, { fields: { wallet: 'abc' } })).toEqual({ 'fields.wallet': 'pattern' });
    expect(errorsOf(method, { fields: { wallet: 'ABC' } })).toEqual({});
    expect(errorsOf(method, { fields: { wallet: '' } })).toEqual({});
  });

  it('reject a national ID with wrong check digits', () => {
    const id = field({ name: 'id', kind: 'national_id', pattern: '^[0-9]{11}$' });
    const method = methodOf({ fields: [id] });
    const wrong = { 'fields.id': 'nationalId' };
    expect(errorsOf(method, { fields: { id: '10000000147' } })).toEqual(wrong);
    expect(errorsOf(method, { fields: { id: '10000000146' } })).toEqual({});
  });

  it('ignore a pattern that cannot be compiled', () => {
    const method = methodOf({ fields: [field({ pattern: '(' })] });
    expect(errorsOf(method, { fields: { wallet: 'x' } })).toEqual({});
  });
});

it('a transfer requires a sender if the method requires one', () => {
  const sender = field({ name: 'sender' });
  const method = methodOf({ transferType: 1, fields: [sender] });
  expect(errorsOf(method, { bankID: '3' })).toEqual({ sender: 'required' });
  expect(errorsOf(method, { bankID: '3', sender: 'Deniz' })).toEqual({});
  expect(errorsOf(methodOf({ transferType: 1 }), { bankID: '3' })).toEqual({});
});

it('a cep transfer requires the fields of the contract', () => {
  const method = methodOf({ transferType: 3 });
  expect(Object.keys(errorsOf(method, {})).sort()).toEqual([
    'bankID',
    'cep.receiver_phone',
    'cep.reference_no',
    'cep.sender_national_id',
    'cep.sender_phone',
  ]);
});

it('suggests round amounts within the limits only', () => {
  expect(suggestedAmounts(100, 50_000)).toEqual([100, 250, 500, 1000, 2500, 5000]);
  expect(suggestedAmounts(60, 240)).toEqual([100]);
  expect(suggestedAmounts(60, 90)).toEqual([]);
});

it.each([
  [cashType.deposit, 100, 1.5, { fee: 1.5, paid: 101.5, arrives: 100 }],
  [cashType.deposit, 0.1, 2, { fee: 0, paid: 0.1, arrives: 0.1 }],
  [cashType.deposit, 333.33, 1.5, { fee: 5, paid: 338.33, arrives: 333.33 }],
  [cashType.withdraw, 1000, 2, { fee: 20, paid: 1000, arrives: 980 }],
  [cashType.withdraw, 19.99, 0, { fee: 0, paid: 19.99, arrives: 19.99 }],
] as const)('the sums of direction %i, %d with %d %%', (type, amount, percent, sums) => {
  expect(paymentSums(type, amount, percent)).toEqual(sums);
});

const { deposit, withdraw } = cashType;
const named = (type: number, ...names: string[]) =>
  methodOf({ transferType: type, fields: names.map((name) => field({ name })) });
const wallet = named(7, 'phone', 'amount');
const bank = named(transferType.bankTransfer, 'sender', 'branch');
const cep = named(transferType.cepBankTransfer, 'branch');

it.each([
  [deposit, wallet, 'amount', 'amount'],
  [deposit, wallet, 'phone', 'fields.phone'],
  [deposit, wallet, 'bankID', undefined],
  [deposit, wallet, 'methodID', undefined],
  [deposit, wallet, undefined, undefined],
  [deposit, bank, 'bankID', 'bankID'],
  [deposit, bank, 'sender', 'sender'],
  [deposit, bank, 'branch', 'fields.branch'],
  [deposit, bank, 'bankAccountID', undefined],
  [deposit, bank, 'id_valid_until', undefined],
  [deposit, cep, 'bankID', 'bankID'],
  [deposit, cep, 'branch', 'cep.branch'],
  [deposit, cep, 'sender_national_id', 'cep.sender_national_id'],
  [deposit, cep, 'sender', undefined],
  [withdraw, bank, 'bankAccountID', 'bankAccountID'],
  [withdraw, bank, 'id_valid_until', 'id_valid_until'],
  [withdraw, bank, 'note', 'note'],
  [withdraw, bank, 'bankID', undefined],
  [withdraw, wallet, 'bankAccountID', undefined],
] as const)('of direction %i, a refusal of the field %3$s', (type, method, field, path) => {
  expect(refusedField(type, method, field)).toBe(path);
});
