import { IconShieldLock } from '@tabler/icons-react';
import type { ComponentStates } from '@/components/gallery/states';
import { Button } from '@/components/ui/Button/Button';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import { CopyButton } from './CopyButton';
import { Panel } from './Panel';
import { QrCode } from './QrCode';
import { StatusBadge } from './StatusBadge';

export default {
  Panel: {
    title: ({ text }) => (
      <Panel title={text.title}>
        <p>{text.sentence}</p>
      </Panel>
    ),
    complete: ({ text }) => (
      <Panel
        title={text.title}
        text={text.sentence}
        icon={<IconShieldLock size={22} />}
        aside={<Button size="small">{text.open}</Button>}
      >
        <p>{text.sentence}</p>
      </Panel>
    ),
    long: ({ text }) => <Panel title={text.longWord} text={text.long} />,
  },
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
