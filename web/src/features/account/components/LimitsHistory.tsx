import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useLimitsHistory } from '@/contracts/hooks/limits';
import type { LimitChange } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './Limits.module.css';

/** Lists the changes of the player's limits, breaks and self-exclusions. */
export function LimitsHistory() {
  const { t } = useTranslation('limits');
  const { data, error, reload } = useLimitsHistory();
  return (
    <Panel icon={<IconHistory size={22} />} title={t('history.title')} text={t('history.text')}>
      {data && data.length > 0 ? (
        <ol className={css.history}>
          {data.map((change, index) => (
            <Entry key={`${change.at} ${index}`} change={change} />
          ))}
        </ol>
      ) : data ? (
        <p className={css.note}>{t('history.empty')}</p>
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ListSkeleton />
      )}
    </Panel>
  );
}

function Entry({ change: limitChange }: { change: LimitChange }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const forever = limitChange.change === 'exclusion' && limitChange.until === null;
  const value =
    limitChange.minutes !== undefined
      ? t('minutes', { count: limitChange.minutes })
      : limitChange.amount !== undefined
        ? format.money(limitChange.amount)
        : '';
  const text = t(forever ? 'history.exclusionForever' : `history.${limitChange.change}`, {
    kind: limitChange.kind ? t(`kinds.${limitChange.kind}.title`) : '',
    period: limitChange.period ? t(`limit.${limitChange.period}`) : '',
    value,
    until: limitChange.until ? format.date(limitChange.until) : '',
  });
  return (
    <li>
      <span>{text}</span>
      <span className={css.note}>
        {format.date(limitChange.at) +
          (limitChange.by === 'staff' ? ` · ${t('history.staff')}` : '')}
      </span>
    </li>
  );
}
