import { IconClockQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { EmptyState, RequestId } from '@/components/ui/State/State';

export interface UnknownOutcomeProps {
  amount?: number;
  requestId: string;
  busy: boolean;
  /** Sends the same payment with the same key; undefined after a reload, which loses the form values. */
  onRetry?(): void;
  onStartOver(): void;
}

/** Tells the player that the outcome is unknown and links to the transactions. */
export function UnknownOutcome(props: UnknownOutcomeProps) {
  const { amount, requestId, busy, onRetry, onStartOver } = props;
  const { t } = useTranslation(['cashier', 'common']);
  const format = useFormat();
  const text = t(onRetry ? 'unknown.text' : 'unknown.reloaded');
  return (
    <EmptyState
      icon={<IconClockQuestion size={32} />}
      title={t('unknown.title')}
      text={amount === undefined ? text : `${format.money(amount)} · ${text}`}
    >
      <ButtonLink variant="primary" to={paths.profileTransactions.to()}>
        {t('unknown.look')}
      </ButtonLink>
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {busy ? t('common:wait') : t('unknown.retry')}
        </Button>
      )}
      <Button variant="subtle" disabled={busy} onClick={onStartOver}>
        {t('unknown.again')}
      </Button>
      {requestId && <RequestId id={requestId} />}
    </EmptyState>
  );
}
