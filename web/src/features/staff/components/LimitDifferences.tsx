import { useTranslation } from 'react-i18next';
import { useLimitTexts } from '../hooks/useLimitTexts';
import type { LimitDifference, LimitHeld, PlayerLimits } from '../model/limits';
import { Panel } from '@/components/ui/Panel/Panel';
import { Table } from './Table';
import { Time } from './Time';

/** Where a platform that holds limits itself differs from what is held here; nothing of other platforms. */
export function LimitDifferences({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const { platform } = limits;
  if (!platform) return null;
  const subject = ({ subject: it, kind, period }: LimitDifference) => {
    if (it !== 'limit') return t(`limits.${it}`);
    return kind && period ? texts.name({ kind, period }) : t('limits.limit');
  };
  const held = (it: LimitHeld | undefined) => {
    if (!it) return t('limits.none');
    if (it.forever) return t('limits.forever');
    return it.until ? <Time at={it.until} /> : texts.value(it);
  };
  return (
    <Panel dense title={t('limits.platform.title')}>
      <p>
        <span>{`${t('limits.platform.asOf')}: `}</span>
        <Time at={platform.as_of} relative />
        {platform.differences.length === 0 && <span>{` · ${t('limits.platform.same')}`}</span>}
      </p>
      {platform.differences.length > 0 && (
        <Table
          label={t('limits.platform.title')}
          rows={platform.differences}
          keyOf={({ subject: it, kind, period }) => `${it}/${kind}/${period}`}
          columns={[
            { title: t('limits.platform.subject'), cell: (it) => subject(it) },
            { title: t('limits.platform.here'), cell: (it) => held(it.here) },
            { title: t('limits.platform.there'), cell: (it) => held(it.there) },
            {
              title: t('limits.platform.state'),
              cell: (it) => t(`limits.platform.states.${it.state}`),
            },
          ]}
        />
      )}
    </Panel>
  );
}
