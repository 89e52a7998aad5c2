import { expect, it } from 'vitest';
import { cashType, transferType } from '@/contracts/constants';
import type { PaymentMethod } from './methods';
import { refusedField } from './refusedField';

const { deposit, withdraw } = cashType;
const text = (name: string) =>
  ({ name, label: name, kind: 'text', required: true, pattern: '' }) as const;
const methodOf = (type: number, ...fields: string[]): PaymentMethod => ({
  id: 21,
  name: 'Kese',
  logo: '',
  transferType: type,
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: fields.map(text),
  quick: false,
  qr: false,
});
const wallet = methodOf(7, 'phone', 'amount');
const bank = methodOf(transferType.bankTransfer, 'sender', 'branch');
const cep = methodOf(transferType.cepBankTransfer, 'branch');

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
