import type { ComponentStates } from '@/components/gallery/states';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import { CopyButton } from './CopyButton';
import { QrCode } from './QrCode';
import { StatusBadge } from './StatusBadge';

export default {
  CopyButton: { default: ({ text }) => <CopyButton text={text.name} label={text.label} /> },
  QrCode: { default: ({ text }) => <QrCode text="otpauth://totp/demo" label={text.label} /> },
  StatusBadge: {
    waiting: ({ text }) => <StatusBadge status={transactionStatus.waiting} text={text.badge} />,
    approved: ({ text }) => <StatusBadge status={transactionStatus.approved} text={text.badge} />,
    refused: ({ text }) => <StatusBadge status={transactionStatus.refused} text={text.badge} />,
    cancelled: ({ text }) => <StatusBadge status={transactionStatusCancelled} text={text.badge} />,
    unknown: ({ text }) => <StatusBadge status={0} text={text.badge} />,
  },
} satisfies ComponentStates;
