import type { Form } from '@/components/forms/useForm';
import { cashType, transferType } from '@/contracts/constants';
import type { CashType, MethodField } from '@/contracts/types';
import { isTurkishId } from '@/lib/identity/identity';
import type { PaymentMethod } from './methods';

/** The values of a payment form. Ids and dates are strings as in inputs, and '' is empty. */
export interface Payment {
  amount: number | string;
  bankID: string;
  bankAccountID: string;
  sender: string;
  note: string;
  /** yyyy-mm-dd */
  id_valid_until: string;
  cep: Record<CepField, string>;
  /** The values of the method's own fields, by name. */
  fields: Record<string, string>;
}

/** Returns the name of a form's draft. */
export const paymentDraftName = (type: CashType, method: PaymentMethod): string =>
  `payment:${type}:${method.id}`;

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

/** The required fields of a cep transfer, as in contracts/schemas/finance.json. */
export const requiredCep: ReadonlySet<CepField> = new Set([
  'reference_no',
  'sender_phone',
  'receiver_phone',
  'sender_national_id',
]);

/** Returns the fields of a method that are not part of every form. */
export const methodFields = (method: PaymentMethod): MethodField[] =>
  method.transferType === transferType.bankTransfer
    ? method.fields.filter(({ name }) => name !== 'sender')
    : method.fields;

/** Reports whether the method requires the sender of a transfer. */
export const needsSender = (method: PaymentMethod): boolean =>
  method.fields.some(({ name, required }) => name === 'sender' && required);

/** Returns the initial values of a payment form. The sender defaults to the player. */
export const emptyPayment = (method: PaymentMethod, sender = ''): Payment => ({
  amount: '',
  bankID: '',
  bankAccountID: '',
  sender,
  note: '',
  id_valid_until: '',
  cep: Object.fromEntries(cepFields.map((name) => [name, ''])) as Record<CepField, string>,
  fields: Object.fromEntries(methodFields(method).map(({ name }) => [name, ''])),
});

/** Reports whether the player must choose a bank account. */
export const needsAccount = (type: CashType, method: PaymentMethod): boolean =>
  type === cashType.withdraw &&
  (method.transferType === transferType.bankTransfer || methodFields(method).length === 0);

/** Reports whether the player chooses a bank to pay through. */
export const needsBank = (type: CashType, method: PaymentMethod): boolean =>
  method.transferType === transferType.cepBankTransfer ||
  (type === cashType.deposit && method.transferType === transferType.bankTransfer);

type PaymentError =
  | 'required'
  | 'range'
  | 'unreadable'
  | 'amount'
  | 'funds'
  | 'limit'
  | 'expired'
  | 'phone'
  | 'nationalId'
  | 'pattern'
  | 'account';

export interface PaymentBounds {
  type: CashType;
  method: PaymentMethod;
  /** The only allowed amounts, if the platform specifies them. */
  amounts?: readonly number[];
  /** The withdrawable balance, if known. */
  balance?: number;
  /** The remainder of the player's deposit limit, if there is one. */
  left?: number;
  /** The current day in the brand's time zone: yyyy-mm-dd. */
  today: string;
}

/** Validates a payment and returns errors by field path. */
export function validatePayment(
  payment: Payment,
  bounds: PaymentBounds,
): Record<string, PaymentError> {
  const { type, method, today } = bounds;
  const errors: Record<string, PaymentError> = {};
  const add = (path: string, error: PaymentError | undefined) => {
    if (error) errors[path] = error;
  };
  add('amount', validateAmount(payment.amount, bounds));
  if (needsBank(type, method) && !payment.bankID) errors.bankID = 'required';
  if (needsBank(type, method) && needsSender(method) && !payment.sender.trim())
    errors.sender = 'required';
  if (needsAccount(type, method) && !payment.bankAccountID) errors.bankAccountID = 'account';
  if (type === cashType.withdraw) {
    if (!payment.id_valid_until) errors.id_valid_until = 'required';
    else if (payment.id_valid_until < today) errors.id_valid_until = 'expired';
  }
  if (method.transferType === transferType.cepBankTransfer) {
    for (const name of cepFields)
      add(`cep.${name}`, validateCepField(name, payment.cep[name].trim()));
  }
  for (const field of methodFields(method)) {
    add(
      `fields.${field.name}`,
      validateMethodField(field, payment.fields[field.name]?.trim() ?? ''),
    );
  }
  return errors;
}

function validateAmount(
  input: number | string,
  { type, method, amounts, balance, left }: PaymentBounds,
): PaymentError | undefined {
  if (input === '') return 'required';
  const amount = Number(input);
  if (!(Math.abs(amount * 100 - Math.round(amount * 100)) <= 1e-6)) return 'unreadable';
  if (amount <= 0 || amount < method.min || amount > method.max) return 'range';
  if (amounts && amounts.length > 0 && !amounts.includes(amount)) return 'amount';
  if (type === cashType.withdraw && balance !== undefined && amount > balance) return 'funds';
  if (left !== undefined && amount > left) return 'limit';
  return undefined;
}

const phonePattern = /^\+?[0-9][0-9 ()-]{5,24}$/;

function validateCepField(name: CepField, text: string): PaymentError | undefined {
  if (text === '') return requiredCep.has(name) ? 'required' : undefined;
  if (name.endsWith('_phone')) return phonePattern.test(text) ? undefined : 'phone';
  if (name.endsWith('_national_id')) return isTurkishId(text) ? undefined : 'nationalId';
  return undefined;
}

function validateMethodField(
  { kind, required, pattern }: MethodField,
  text: string,
): PaymentError | undefined {
  if (text === '') return required ? 'required' : undefined;
  if (kind === 'national_id' && !isTurkishId(text)) return 'nationalId';
  if (pattern === '' || matches(pattern, text)) return undefined;
  return kind === 'phone' ? 'phone' : 'pattern';
}

/**
 * Reports whether text matches a pattern. An invalid pattern matches everything, because the
 * platform validates as well.
 */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** The form that the components of a payment share. */
export type PaymentFormType = Form<Payment>;

/** Returns the form path of a refused request field, or undefined if the form does not show it. */
export function refusedField(
  type: CashType,
  method: PaymentMethod,
  field: string | undefined,
): string | undefined {
  if (field === undefined) return undefined;
  if (ownFields(type, method).includes(field)) return field;
  const isCep = method.transferType === transferType.cepBankTransfer;
  if (isCep && cepFields.some((name) => name === field)) return `cep.${field}`;
  return methodFields(method).some(({ name }) => name === field) ? `fields.${field}` : undefined;
}

/** Returns the form fields that belong neither to the method nor to a cep transfer. */
function ownFields(type: CashType, method: PaymentMethod): string[] {
  const fields = ['amount'];
  if (needsBank(type, method)) {
    fields.push('bankID');
    if (method.transferType === transferType.bankTransfer) fields.push('sender', 'note');
  }
  if (needsAccount(type, method)) fields.push('bankAccountID');
  if (type === cashType.withdraw) fields.push('id_valid_until', 'note');
  return fields;
}
