import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { EmptyState } from '@/components/ui/State/State';
import type { ClosedPart as Closed } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';

interface ClosedPartProps extends Closed {
  onRetry?(): void;
}

/** The state of a part under maintenance, with the message of the staff and the expected end. */
export function ClosedPart({ part, message, until, onRetry }: ClosedPartProps) {
  const { t } = useTranslation(['closedPart', 'common']);
  const format = useFormat();
  const said = message?.trim().replace(/[^.!?…؟]$/, '$&.');
  return (
    <EmptyState
      icon={<IconInfoCircle size={32} />}
      title={t('title', { part: t(part ?? 'other') })}
      text={[said || t('text'), until && t('until', { time: format.date(until, 'date-time') })]
        .filter(Boolean)
        .join(' ')}
    >
      {onRetry && <Button onClick={onRetry}>{t('common:error.retry')}</Button>}
    </EmptyState>
  );
}
