import { expect, it } from 'vitest';
import { cashType, transferType } from '@/contracts/constants';
import type { MethodField } from '@/contracts/types';
import { paymentMethod, phoneField } from '@/testing/fixtures';
import { paymentSums, suggestedAmounts, type PaymentMethod } from './methods';
import {
  emptyPayment,
  validatePayment,
  type Payment,
  type PaymentBounds,
  refusedField,
} from './payment';

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

it.each<[number | '', string]>([
  ['', 'required'],
  [49.99, 'range'],
  [1000.01, 'range'],
  [-100, 'range'],
  [Number.NaN, 'unreadable'],
  [100.005, 'unreadable'],
  [50, 'valid'],
  [1000, 'valid'],
  [99.99, 'valid'],
  [70.1, 'valid'],
])('the amount %s is %s', (amount, error) => {
  expect(errorsOf(methodOf(), { amount })).toEqual(error === 'valid' ? {} : { amount: error });
});

const amounts = { amounts: [100, 250] };
const wallet = (text: string) => ({ fields: { wallet: text } });
const nationalId = (text: string) => ({ fields: { id: text } });
const withFields = (...fields: MethodField[]) => methodOf({ fields });
const broken = withFields(field({ pattern: '(' }));
const code = withFields(field({ pattern: '^[A-Z]{3}$', required: false }));
const id = withFields(field({ name: 'id', kind: 'national_id', pattern: '^[0-9]{11}$' }));
const transfer = methodOf({ transferType: 1 });
const sending = methodOf({ transferType: 1, fields: [field({ name: 'sender' })] });

it.each<[string, PaymentMethod, Partial<Payment>, object, Partial<PaymentBounds>?]>([
  ['no amount of the platform', methodOf(), { amount: 101 }, { amount: 'amount' }, amounts],
  ['an amount of the platform', methodOf(), { amount: 250 }, {}, amounts],
  ['a field against its pattern', code, wallet('abc'), { 'fields.wallet': 'pattern' }],
  ['a field of its pattern', code, wallet('ABC'), {}],
  ['an empty field that is not required', code, wallet(''), {}],
  ['a pattern that cannot be compiled', broken, wallet('x'), {}],
  ['wrong check digits', id, nationalId('10000000147'), { 'fields.id': 'nationalId' }],
  ['a national ID', id, nationalId('10000000146'), {}],
  ['a transfer without the required sender', sending, { bankID: '3' }, { sender: 'required' }],
  ['a transfer with its sender', sending, { bankID: '3', sender: 'Deniz' }, {}],
  ['a transfer that requires no sender', transfer, { bankID: '3' }, {}],
])('a deposit with %s', (_, method, filled, errors, bounds) => {
  expect(errorsOf(method, filled, bounds)).toEqual(errors);
});

const until = (day: string) => ({ bankAccountID: '71', id_valid_until: day });
const good = until('2026-11-20');
const missing = { amount: 'required', bankAccountID: 'account', id_valid_until: 'required' };
const noWallet = { 'fields.wallet': 'required' };

it.each<[string, PaymentMethod, Partial<Payment>, object]>([
  ['nothing filled in', transfer, { amount: '' }, missing],
  ['account, amount and expiry of the identity card', transfer, good, {}],
  ['more than the balance', transfer, { ...good, amount: 501 }, { amount: 'funds' }],
  ['an expired card', transfer, until('2026-11-19'), { id_valid_until: 'expired' }],
  ['no wallet (no account)', withFields(field()), { id_valid_until: '2030-01-01' }, noWallet],
])('a withdrawal with %s', (_, method, filled, errors) => {
  expect(errorsOf(method, filled, { type: 2, balance: 500 })).toEqual(errors);
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
const phoneWallet = named(7, 'phone', 'amount');
const bank = named(transferType.bankTransfer, 'sender', 'branch');
const cep = named(transferType.cepBankTransfer, 'branch');

it.each([
  [deposit, phoneWallet, 'amount', 'amount'],
  [deposit, phoneWallet, 'phone', 'fields.phone'],
  [deposit, phoneWallet, 'bankID', undefined],
  [deposit, phoneWallet, 'methodID', undefined],
  [deposit, phoneWallet, undefined, undefined],
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
  [withdraw, phoneWallet, 'bankAccountID', undefined],
] as const)('of direction %i, a refusal of the field %3$s', (type, method, field, path) => {
  expect(refusedField(type, method, field)).toBe(path);
});
