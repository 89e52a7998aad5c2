import { transferType } from '@/contracts/constants';
import type { CashType, ProcessTransactionAnswer } from '@/contracts/types';
import { call } from '@/lib/gateway/site';
import { parseRecordId } from '@/lib/recordId';
import type { PaymentMethod } from '../model/methods';
import type { Payment } from '../model/payment';

/** Sends a payment by its transfer type. A key never pays twice. Rejects with a GatewayError. */
export async function pay(
  Type: CashType,
  method: PaymentMethod,
  payment: Payment,
  idempotencyKey: string,
): Promise<ProcessTransactionAnswer> {
  const options = { suppressToast: true, idempotencyKey };
  const methodFields = withoutEmpty(payment.fields);
  const common = { Type, methodID: method.id, amount: Number(payment.amount) };
  const { note, id_valid_until } = withoutEmpty({
    note: payment.note,
    id_valid_until: payment.id_valid_until,
  });
  const bankID = parseRecordId(payment.bankID);
  const bankAccountID = parseRecordId(payment.bankAccountID);
  switch (method.transferType) {
    case transferType.bankTransfer: {
      const { sender } = withoutEmpty({ sender: payment.sender });
      const data = {
        ...methodFields,
        ...common,
        bankID,
        bankAccountID,
        sender,
        note,
        id_valid_until,
      };
      return (await call('finance/save_bank_transfer', data, options)).data;
    }
    case Type === 1 && transferType.cepBankTransfer: {
      const cep = withoutEmpty(payment.cep) as typeof payment.cep;
      const data = { ...methodFields, ...common, ...cep, Type: 1 as const, bankID: bankID ?? 0 };
      return (await call('finance/save_cep_bank_transfer', data, options)).data;
    }
    default: {
      const data = {
        ...methodFields,
        ...common,
        transferType: method.transferType,
        bankAccountID,
        note,
        id_valid_until,
      };
      return (await call('prepayServices/processTransaction', data, options)).data;
    }
  }
}

/** Omits empty fields. */
const withoutEmpty = <Fields extends Record<string, string>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text !== ''),
  ) as Partial<Fields>;
