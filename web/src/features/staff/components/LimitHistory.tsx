import { useTranslation } from 'react-i18next';
import { useLimitTexts } from '../hooks/useLimitTexts';
import type { LimitChange, PlayerLimits } from '../model/limits';
import { Panel } from '@/components/ui/Panel/Panel';
import { Table } from './Table';
import { Time } from './Time';

/** Who has changed the limits, breaks and exclusions of a player, and when. */
export function LimitHistory({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const subject = ({ kind, period }: LimitChange) =>
    kind && period ? texts.name({ kind, period }) : '–';
  const detail = (it: LimitChange) => {
    if (it.until) return <Time at={it.until} />;
    return it.change === 'exclusion' ? t('limits.forever') : texts.value(it) || '–';
  };
  return (
    <Panel dense folded flush title={t('limits.history')}>
      <Table
        empty={t('limits.noHistory')}
        label={t('limits.history')}
        rows={limits.history.map((it, index) => ({ ...it, index }))}
        keyOf={({ index }) => String(limits.history.length - index)}
        columns={[
          { title: t('limits.at'), cell: (it) => <Time at={it.at} /> },
          { title: t('limits.by'), cell: (it) => it.by ?? t('limits.player') },
          { title: t('limits.change'), cell: (it) => t(`limits.changes.${it.change}`) },
          { title: t('limits.limit'), cell: (it) => subject(it) },
          { title: t('limits.detail'), cell: (it) => detail(it) },
        ]}
      />
    </Panel>
  );
}
