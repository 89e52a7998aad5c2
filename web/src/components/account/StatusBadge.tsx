import { Badge, type Tone } from '@/components/ui/Chip/Chip';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';

const tones: Record<number, Tone> = {
  [transactionStatus.waiting]: 'warning',
  [transactionStatus.approved]: 'positive',
  [transactionStatus.refused]: 'negative',
  [transactionStatusCancelled]: 'neutral',
};

/** The status of a transaction, with the platform's text and a colour by status code. */
export function StatusBadge({ status, text }: { status: number; text: string }) {
  return <Badge tone={tones[status]}>{text}</Badge>;
}

/** Returns whether a transaction was refused or cancelled, so its money has not moved. */
export const isUndone = ({ transaction_status: status }: Transaction) =>
  status === transactionStatus.refused || status === transactionStatusCancelled;
