import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useLimitsHistory } from '@/contracts/hooks/limits';
import type { LimitChange } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './Limits.module.css';

/** What was changed about the player's limits, breaks and exclusions. */
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

function Entry({ change: it }: { change: LimitChange }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const forever = it.change === 'exclusion' && it.until === null;
  const value =
    it.minutes !== undefined
      ? t('minutes', { count: it.minutes })
      : it.amount !== undefined
        ? format.money(it.amount)
        : '';
  const text = t(forever ? 'history.exclusionForever' : `history.${it.change}`, {
    kind: it.kind ? t(`kinds.${it.kind}.title`) : '',
    period: it.period ? t(`limit.${it.period}`) : '',
    value,
    until: it.until ? format.date(it.until) : '',
  });
  return (
    <li>
      <span>{text}</span>
      <span className={css.note}>
        {format.date(it.at) + (it.by === 'staff' ? ` · ${t('history.staff')}` : '')}
      </span>
    </li>
  );
}
