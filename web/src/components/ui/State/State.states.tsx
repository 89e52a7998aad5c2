import { IconInbox } from '@tabler/icons-react';
import type { ComponentStates } from '@/components/gallery/states';
import { Button } from '../Button/Button';
import { EmptyState, ErrorState, RequestId, StateBox } from './State';

const requestId = '01JD3V9E7Q2Z5R8W';

export default {
  StateBox: {
    dense: ({ text }) => (
      <StateBox
        dense
        role="status"
        icon={<IconInbox size={28} />}
        title={text.title}
        text={text.sentence}
      />
    ),
    failed: ({ text }) => (
      <StateBox role="alert" icon={<IconInbox size={28} />} title={text.error} />
    ),
  },
  EmptyState: {
    title: ({ text }) => <EmptyState title={text.title} />,
    action: ({ text }) => (
      <EmptyState title={text.title} text={text.sentence}>
        <Button variant="primary">{text.open}</Button>
      </EmptyState>
    ),
    long: ({ text }) => <EmptyState title={text.longWord} text={text.long} />,
  },
  ErrorState: {
    default: () => <ErrorState />,
    retry: ({ text }) => (
      <ErrorState error={{ message: text.error, requestId }} onRetry={() => undefined} />
    ),
    unreachable: () => (
      <ErrorState error={{ message: '', reason: 'network' }} onRetry={() => undefined} />
    ),
    long: ({ text }) => <ErrorState title={text.long} error={{ message: text.longWord }} />,
  },
  RequestId: { default: () => <RequestId id={requestId} /> },
} satisfies ComponentStates;
