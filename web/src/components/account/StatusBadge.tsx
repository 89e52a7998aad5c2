import { Badge, type Tone } from '@/components/ui/Chip/Chip';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';

const tones: Record<number, Tone> = {
  [transactionStatus.waiting]: 'warning',
  [transactionStatus.approved]: 'positive',
  [transactionStatus.refused]: 'negative',
  [transactionStatusCancelled]: 'neutral',
};

/** The status of a transaction: the platform's text, coloured by the status code. */
export function StatusBadge({ status, text }: { status: number; text: string }) {
  return <Badge tone={tones[status]}>{text}</Badge>;
}

/** Whether a transaction was refused or cancelled: its money is where it was before. */
export const isUndone = ({ transaction_status: status }: Transaction) =>
  status === transactionStatus.refused || status === transactionStatusCancelled;
