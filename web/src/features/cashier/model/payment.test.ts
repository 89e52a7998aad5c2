import { describe, expect, it } from 'vitest';
import type { MethodField } from '@/contracts/types';
import type { PaymentMethod } from './methods';
import { emptyPayment, validatePayment, type Payment, type PaymentBounds } from './payment';
import { suggestedAmounts } from './suggestedAmounts';

const field = (over: Partial<MethodField>): MethodField => ({
  name: 'wallet',
  label: 'Cüzdan',
  kind: 'text',
  required: true,
  pattern: '',
  ...over,
});
const methodOf = (over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: 21,
  name: 'Kese',
  logo: '',
  transferType: 7,
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: [],
  quick: false,
  qr: false,
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
    const wallet = methodOf({ fields: [field({})] });
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
    const method = methodOf({
      fields: [field({ name: 'id', kind: 'national_id', pattern: '^[0-9]{11}$' })],
    });
    expect(errorsOf(method, { fields: { id: '10000000147' } })).toEqual({
      'fields.id': 'nationalId',
    });
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
