import { cashType, transferType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import type { PaymentMethod } from './methods';
import { cepFields, methodFields, needsAccount, needsBank } from './payment';

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
