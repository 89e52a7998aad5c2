import { cashType, transferType } from '@/contracts/constants';
import type { CashType, MethodField } from '@/contracts/types';
import { isTurkishId } from '@/lib/identity';
import type { PaymentMethod } from './methods';

/** What a player fills in to pay. Ids and dates are texts, as fields give them; '' is left empty. */
export interface Payment {
  amount: number | string;
  bankID: string;
  bankAccountID: string;
  sender: string;
  note: string;
  /** yyyy-mm-dd */
  id_valid_until: string;
  cep: Record<CepField, string>;
  /** What the method itself asks for, by name. */
  fields: Record<string, string>;
}

export const cepFields = [
  'branch',
  'account',
  'reference_no',
  'sender_phone',
  'receiver_phone',
  'sender_national_id',
  'receiver_national_id',
] as const;
export type CepField = (typeof cepFields)[number];

/** What the contract requires of a cep transfer (contracts/schemas/finance.json). */
export const requiredCep: ReadonlySet<CepField> = new Set([
  'reference_no',
  'sender_phone',
  'receiver_phone',
  'sender_national_id',
]);

/** The fields a method asks for that the form does not have already. */
export const ownFields = (method: PaymentMethod): MethodField[] =>
  method.transferType === transferType.bankTransfer
    ? method.fields.filter(({ name }) => name !== 'sender')
    : method.fields;

/** Whether the method asks by whom a transfer is sent. */
export const needsSender = (method: PaymentMethod): boolean =>
  method.fields.some(({ name, required }) => name === 'sender' && required);

/** An empty form for a payment method; a transfer is sent by the player themselves at first. */
export const emptyPayment = (method: PaymentMethod, sender = ''): Payment => ({
  amount: '',
  bankID: '',
  bankAccountID: '',
  sender,
  note: '',
  id_valid_until: '',
  cep: Object.fromEntries(cepFields.map((name) => [name, ''])) as Record<CepField, string>,
  fields: Object.fromEntries(ownFields(method).map(({ name }) => [name, ''])),
});

/** Whether the money comes from, or goes to, an account of the player that has to be chosen. */
export const needsAccount = (type: CashType, method: PaymentMethod): boolean =>
  type === cashType.withdraw &&
  (method.transferType === transferType.bankTransfer || ownFields(method).length === 0);

/** Whether the player chooses a bank to pay through. */
export const needsBank = (type: CashType, method: PaymentMethod): boolean =>
  method.transferType === transferType.cepBankTransfer ||
  (type === cashType.deposit && method.transferType === transferType.bankTransfer);

export type PaymentError =
  | 'required'
  | 'range'
  | 'decimals'
  | 'amount'
  | 'funds'
  | 'expired'
  | 'phone'
  | 'nationalId'
  | 'pattern'
  | 'account';

export interface PaymentBounds {
  type: CashType;
  method: PaymentMethod;
  /** Only these can be paid, where the platform names them. */
  amounts?: readonly number[];
  /** What can be withdrawn, where it is known. */
  balance?: number;
  /** yyyy-mm-dd in the brand's time zone. */
  today: string;
}

/** What is wrong with a payment, by the path of its field (spec §5). */
export function validatePayment(
  payment: Payment,
  bounds: PaymentBounds,
): Record<string, PaymentError> {
  const { type, method, today } = bounds;
  const faults: Record<string, PaymentError> = {};
  const put = (path: string, fault: PaymentError | undefined) => {
    if (fault) faults[path] = fault;
  };
  put('amount', amountFault(payment.amount, bounds));
  if (needsBank(type, method) && !payment.bankID) faults.bankID = 'required';
  if (needsBank(type, method) && needsSender(method) && !payment.sender.trim())
    faults.sender = 'required';
  if (needsAccount(type, method) && !payment.bankAccountID) faults.bankAccountID = 'account';
  if (type === cashType.withdraw) {
    if (!payment.id_valid_until) faults.id_valid_until = 'required';
    else if (payment.id_valid_until < today) faults.id_valid_until = 'expired';
  }
  if (method.transferType === transferType.cepBankTransfer) {
    for (const name of cepFields) put(`cep.${name}`, cepFault(name, payment.cep[name].trim()));
  }
  for (const field of ownFields(method)) {
    put(`fields.${field.name}`, fieldFault(field, payment.fields[field.name]?.trim() ?? ''));
  }
  return faults;
}

function amountFault(
  given: number | string,
  { type, method, amounts, balance }: PaymentBounds,
): PaymentError | undefined {
  if (given === '') return 'required';
  const amount = Number(given);
  if (!Number.isFinite(amount) || amount <= 0 || amount < method.min || amount > method.max)
    return 'range';
  if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6) return 'decimals';
  if (amounts && amounts.length > 0 && !amounts.includes(amount)) return 'amount';
  if (type === cashType.withdraw && balance !== undefined && amount > balance) return 'funds';
  return undefined;
}

const phone = /^\+?[0-9][0-9 ()-]{5,24}$/;

function cepFault(name: CepField, text: string): PaymentError | undefined {
  if (text === '') return requiredCep.has(name) ? 'required' : undefined;
  if (name.endsWith('_phone')) return phone.test(text) ? undefined : 'phone';
  if (name.endsWith('_national_id')) return isTurkishId(text) ? undefined : 'nationalId';
  return undefined;
}

function fieldFault(
  { kind, required, pattern }: MethodField,
  text: string,
): PaymentError | undefined {
  if (text === '') return required ? 'required' : undefined;
  if (kind === 'national_id' && !isTurkishId(text)) return 'nationalId';
  if (pattern === '' || matches(pattern, text)) return undefined;
  return kind === 'phone' ? 'phone' : 'pattern';
}

/** A pattern that this browser cannot read refuses nothing: the platform checks as well. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
