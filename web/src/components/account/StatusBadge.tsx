import { Badge, type Tone } from '@/components/ui';
import { transactionStatus } from '@/contracts/constants';

const tones: Record<number, Tone> = {
  [transactionStatus.waiting]: 'warning',
  [transactionStatus.approved]: 'positive',
  [transactionStatus.refused]: 'negative',
};

/** How a movement of money stands: the platform's words, coloured by its status number. */
export function StatusBadge({ status, text }: { status: number; text: string }) {
  return <Badge tone={tones[status]}>{text}</Badge>;
}
